import type { Services } from '#platform/context/server/services.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';

/**
 * A new data key for every tenant and purpose that has one, and everything that slices keep encrypted again under it
 * (security 7.2). Servers may run meanwhile: they write with the newest key and read with any. Keys are never deleted, so
 * an older backup stays readable.
 */
export async function rotateSecrets(
  services: Services,
  slices: readonly Pick<ServerSlice, 'renewSecrets'>[],
): Promise<{ keys: number; secrets: number }> {
  const { database } = services;
  const holders = await database.acrossTenants('tenants that keep secrets', (db) =>
    db.selectFrom('tenant_data_key').select(['tenant_id', 'purpose']).distinct().orderBy('tenant_id').execute(),
  );
  for (const { tenant_id, purpose } of holders) {
    const tenantId = String(tenant_id);
    await database.write(tenantId, (db) => services.secrets.rotate(db, tenantId, purpose), 'background');
  }
  let secrets = 0;
  for (const tenantId of new Set(holders.map(({ tenant_id }) => String(tenant_id)))) {
    for (const { renewSecrets } of slices) {
      if (!renewSecrets) continue;
      secrets += await database.write(tenantId, (db) => renewSecrets(services, db, tenantId), 'background');
    }
  }
  return { keys: holders.length, secrets };
}
