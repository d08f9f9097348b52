import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { ProviderSettings } from '../contract/provider.ts';
import { removeProvider, storeProvider } from './provider-store.ts';

/**
 * Adds or changes one provider (docs/third-login.md). The address is checked now and again at each use (security 12.2);
 * throws `OutboundError` for one that may not be reached and a zod error for settings that are not well formed.
 */
export async function configureProvider(services: Services, settings: unknown): Promise<ProviderSettings> {
  const provider = ProviderSettings.parse(settings);
  if (provider.address !== '') await outboundOf(services).check(provider.address);
  await checkPlace(services, provider);
  await runTransaction(services, { tenantId: PLATFORM_TENANT, actor: SYSTEM_ACTOR }, async (tx) => {
    const objectId = await storeProvider(services, tx.db, provider, tx.now());
    const { clientSecret, ...after } = provider;
    await tx.audit({
      action: 'login-provider:configure',
      objectKind: 'login-provider',
      objectId,
      after: { ...after, secretChanged: clientSecret !== undefined },
    });
  });
  return provider;
}

/** New accounts are sent to a tenant, and to a role there, that exist. */
async function checkPlace(services: Services, { joinsTenantId, joinsRoleCode }: ProviderSettings): Promise<void> {
  if (joinsTenantId === undefined) return;
  const tenant_id = Number(joinsTenantId);
  await services.database.identity(async (db) => {
    const tenant = await db.selectFrom('tenant').select('tenant_id').where('tenant_id', '=', tenant_id).execute();
    if (tenant.length === 0) raise('third-login.place-unknown', { place: joinsTenantId });
    if (joinsRoleCode === undefined) return;
    const roles = db.selectFrom('role').select('id').where('tenant_id', '=', tenant_id);
    const role = await roles.where('role_code', '=', joinsRoleCode).execute();
    if (role.length === 0) raise('third-login.place-unknown', { place: joinsRoleCode });
  });
}

/** Takes a provider away; accounts stay tied to who vouched, for the day on which it comes back. */
export async function dropProvider(services: Services, source: string): Promise<void> {
  await runTransaction(services, { tenantId: PLATFORM_TENANT, actor: SYSTEM_ACTOR }, async (tx) => {
    if (!(await removeProvider(tx.db, source))) raise('third-login.provider-unknown');
    await tx.audit({ action: 'login-provider:remove', objectKind: 'login-provider', objectId: source });
  });
}
