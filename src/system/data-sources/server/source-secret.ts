import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import type { Secret, SecretPlace } from '#platform/secrets/server/secrets.ts';

/** Data sources are the installation's: their passwords are those of the platform tenant (product.md 4). */
const placeOf = (sourceId: string): SecretPlace => ({
  tenantId: PLATFORM_TENANT,
  table: 'data_source_secret',
  column: 'sealed',
  rowId: sourceId,
  purpose: 'data-source',
});

/** The administrator may act in any tenant: the key is the platform tenant's, so it is asked for in a transaction of its own. */
export async function keepPassword(services: Services, db: TenantDb, sourceId: string, value: string): Promise<void> {
  const sealed = await services.database.write(
    PLATFORM_TENANT,
    (own) => services.secrets.encrypt(own, placeOf(sourceId), value),
    'background',
  );
  await restoreSealed(db, sourceId, sealed);
}

/** The password as it lies in the database, for what takes a removal back. */
export async function findSealed(db: TenantDb, sourceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('data_source_secret')
    .select('sealed')
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

export async function restoreSealed(db: TenantDb, sourceId: string, sealed: string): Promise<void> {
  await db
    .insertInto('data_source_secret')
    .values({ source_id: sourceId, sealed })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ sealed }))
    .execute();
}

export async function openPassword(services: Services, sourceId: string): Promise<Secret | undefined> {
  return services.database.read(
    PLATFORM_TENANT,
    async (db) => {
      const sealed = await findSealed(db, sourceId);
      return sealed === null ? undefined : services.secrets.decrypt(db, placeOf(sourceId), sealed);
    },
    'background',
  );
}

export async function renewSourceSecrets(services: Services, db: TenantDb, tenantId: string): Promise<number> {
  if (tenantId !== PLATFORM_TENANT) return 0;
  let renewed = 0;
  const rows = await db.selectFrom('data_source_secret').select(['source_id', 'sealed']).forUpdate().execute();
  for (const { source_id, sealed } of rows) {
    const fresh = await services.secrets.renew(db, placeOf(source_id), sealed);
    if (fresh === null) continue;
    await db.updateTable('data_source_secret').set({ sealed: fresh }).where('source_id', '=', source_id).execute();
    renewed += 1;
  }
  return renewed;
}
