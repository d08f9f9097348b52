import { callAt } from '#platform/http/web/call.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { keepTenant } from '#platform/http/web/credentials.ts';
import type { TenantChoice } from '#platform/viewer/contract/user-info.ts';
import { sessionCalls } from '#system/session/contract/calls.ts';
import type { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { tenantAfterCancel } from '../rules/next-login-step.ts';
import { recentTenantIds, rememberTenant } from './stored/session-storage.ts';

/**
 * A login that named no tenant, or was left before one was chosen: as if the picker had been cancelled (platform.md 4).
 * False where the user belongs to none; a server that does not say leaves the default tenant (platform.md 7).
 */
export async function takeFirstTenant(): Promise<boolean> {
  const list = await askTenants();
  if (!list) return true;
  const recent = recentTenantIds().find((id) => list.some((one) => one.id === id));
  const id = tenantAfterCancel({ multi_depart: 0, tenantList: list }, recent ?? null);
  const tenant = list.find((one) => one.id === id);
  if (!tenant) return false;
  keepTenant(tenant);
  rememberTenant(tenant.id);
  return true;
}

/** Older servers send no list to a user without a tenant, and tenant ids as numbers (system-api.md 2.4). */
async function askTenants(): Promise<TenantChoice[] | undefined> {
  try {
    const answer: { list?: TenantChoice[] | null } = await callAt<typeof sessionEndpoints.currentTenants>(
      sessionCalls.currentTenants,
      {},
      { notices: 'none' },
    );
    return answer.list?.map(({ id, name }) => ({ id: String(id), name }));
  } catch (error) {
    if (error instanceof CallError && error.kind === 'status' && error.status === 404) return undefined;
    throw error;
  }
}
