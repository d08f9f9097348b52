import { callEnvelope } from '#platform/http/web/call.ts';
import { CallError, isTenantClosed } from '#platform/http/web/call-error.ts';
import {
  currentTenantId,
  keepTenant,
  keepTenantName,
  storedTenantId,
  storedToken,
} from '#platform/http/web/credentials.ts';
import { errorText } from '#platform/http/web/error-texts.ts';
import { RELOAD_AFTER_MS } from '#platform/http/web/session-expiry.ts';
import { i18n } from '#platform/i18n/web/i18n.ts';
import { leavePage } from '#platform/routing/web/leave.ts';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { buttonRights, useSession } from '#platform/viewer/web/session-store.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { loginAddress } from '#system/session/rules/login-address.ts';
import { askRights, takeFirstTenant } from '#system/session/web/index.ts';
import {
  clearLogin,
  dropPages,
  dropTab,
  keepPointsFlag,
  keepRights,
  leaveLoginNotice,
  leftPage,
  rememberTenant,
  storedUser,
} from '#system/session/web/stored/index.ts';
import { loadTenant, reloadTenant } from '#system/tenants/web/facts/index.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { namesPage } from '../routing/console-routes.ts';

/** A logout does not wait longer than this for the server. */
const LOGOUT_LIMIT_MS = 5_000;

/**
 * Menu, rights and tenant facts before the first page; the permission call is repeated once after 500 ms (platform.md 4).
 * Answers why the tenant's settings are not there, where only they could not be had.
 */
export async function loadSession(): Promise<{ failure: CallError | undefined }> {
  if (storedTenantId() === undefined && !(await takeFirstTenant())) throw new Error(await noTenantText());
  try {
    return await loadInside();
  } catch (error) {
    if (!isTenantClosed(error) || !(await takeOtherTenant())) throw error;
    toast.warning(error.message);
    return loadInside();
  }
}

async function loadInside(): Promise<{ failure: CallError | undefined }> {
  const [{ tenant, failure }] = await Promise.all([loadTenant(), loadRights()]);
  if (!failure) {
    keepTenantName(tenant);
    keepPointsFlag(tenant.pointsOn);
  }
  useSession.setState({ user: storedUser(), tenant: { id: tenant.id, name: tenant.name } });
  return { failure };
}

/** Another tenant of the person, where nothing of the closed one is open; false if there is none. */
async function takeOtherTenant(): Promise<boolean> {
  const closed = currentTenantId();
  if (!(await takeFirstTenant()) || currentTenantId() === closed) return false;
  dropPages();
  history.replaceState(null, '', '/');
  return true;
}

/** When the language changes: the server names tenant and menu in it, and what could not be asked for keeps its name. */
export async function reloadNames(): Promise<void> {
  await Promise.allSettled([renameTenant(), loadRights()]);
}

async function renameTenant(): Promise<void> {
  const { id, name } = await reloadTenant();
  keepTenantName({ id, name });
  useSession.setState({ tenant: { id, name } });
}

export async function loadRights(): Promise<void> {
  const answer = await askRights();
  keepRights(answer, keptAlive(answer.menu));
  useSession.setState({ menu: answer.menu, ...buttonRights(answer) });
}

async function noTenantText(): Promise<string> {
  await i18n.loadNamespaces('session');
  return i18n.t('noTenant', { ns: 'session' });
}

function keptAlive(menu: readonly MenuNode[]): string[] {
  const names = menu.flatMap((node) => [
    ...(node.meta.keepAlive && namesPage(node) ? [node.component] : []),
    ...keptAlive(node.children ?? []),
  ]);
  return [...new Set(names)];
}

/** Clears the login before it calls the server: it ends even if that fails; the failure is shown (platform.md 4, 8). */
export function logOut(): void {
  const token = storedToken();
  clearLogin('logout');
  const ended = endOnServer(token).then((failure) => {
    // The page was still there during the call, and may have kept something.
    dropTab();
    if (failure !== undefined) leaveLoginNotice(failure);
  });
  leavePage('/user/login', ended);
}

/**
 * After a session that ended by itself: address and drafts stay, and the login page leads back to them (platform.md 4 and
 * 8). `alive`: the server may still hold the session, and is notified.
 */
export function logInAgain(session: { alive: boolean; notice?: string }): void {
  const token = session.alive ? storedToken() : undefined;
  const address = loginAddress(leftPage());
  clearLogin('expired');
  if (session.notice !== undefined) leaveLoginNotice(session.notice);
  leavePage(address, endOnServer(token));
}

/** Returns what went wrong; the login page, which comes next, shows it. */
async function endOnServer(token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined;
  try {
    const limit = AbortSignal.timeout(LOGOUT_LIMIT_MS);
    await callEnvelope(sessionEndpoints.logout, {}, { token, notices: 'none', signal: limit });
    return undefined;
  } catch (error) {
    return error instanceof CallError ? error.message : errorText('timeout');
  }
}

/** Nothing of the old tenant may stay on screen, in memory or in storage: the document is loaded anew (platform.md 4). */
export function switchTenant(tenant: { id: string; name: string }, path = '/'): void {
  if (tenant.id === currentTenantId()) return;
  dropPages();
  keepTenant(tenant);
  rememberTenant(tenant.id);
  leavePage(path);
}

/** Platform.md 4 and 8: the login-failed notice, and the session ends. */
export function departmentFailed(text: string): void {
  toast.error({ title: i18n.t('department.failedTitle', { ns: 'session' }), description: text });
  setTimeout(logOut, RELOAD_AFTER_MS);
}
