import { call } from '#platform/http/web/call.ts';
import { currentTenantId, keepTenant } from '#platform/http/web/credentials.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { forgetLogin, storedUser } from '#system/session/web/session-storage.ts';
import { buttonRights, useSession } from '#system/session/web/session-store.ts';
import { loadTenant } from '#system/tenants/web/use-tenant.ts';

const RETRY_AFTER_MS = 500;

/** Menu, rights and tenant facts before the first page; the permission call is repeated once after 500 ms (platform.md 4). */
export async function loadSession(): Promise<void> {
  await loadRights();
  const tenant = await loadTenant();
  keepTenant({ id: tenant.id, name: tenant.name });
  useSession.setState({ user: storedUser(), tenant: { id: tenant.id, name: tenant.name } });
}

/** Again when the language changes: the server names the menu. */
export async function loadRights(): Promise<void> {
  const ask = () => call(sessionEndpoints.permissions, {}, { notices: 'none' });
  const answer = await ask().catch(async () => {
    await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
    return ask();
  });
  if (answer.menu.length === 0) throw new Error('getPermissionList: permissions must be a non-null array !');
  sessionStorage.setItem('LOGIN_USER_BUTTON_AUTH', JSON.stringify(answer.auth));
  sessionStorage.setItem('SYS_BUTTON_AUTH', JSON.stringify(answer.allAuth));
  useSession.setState({ menu: answer.menu, ...buttonRights(answer) });
}

/** Finishes even if the call fails (platform.md 4). */
export async function logOut(): Promise<void> {
  await call(sessionEndpoints.logout, {}, { notices: 'none' }).catch(() => undefined);
  forgetLogin('logout');
  location.assign('/user/login');
}

/** Nothing of the old tenant may stay on screen or in memory: the document is loaded anew (platform.md 4). */
export function switchTenant(tenant: { id: string; name: string }): void {
  if (tenant.id === currentTenantId()) return;
  keepTenant(tenant);
  location.assign('/');
}
