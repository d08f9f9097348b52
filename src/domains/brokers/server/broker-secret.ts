import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { SecretPlace } from '#platform/secrets/server/secrets.ts';

type Secrets = Pick<Services, 'secrets'>;

const placeOf = (tenantId: string, brokerId: string): SecretPlace => ({
  ...{ tenantId, table: 'mqtt_broker_secret', column: 'sealed', rowId: brokerId, purpose: 'mqtt-broker' },
});

export async function keepPassword(
  { secrets }: Secrets,
  db: TenantDb,
  { tenantId, brokerId, password }: { tenantId: string; brokerId: string; password: string },
): Promise<void> {
  await restoreSealed(db, brokerId, await secrets.encrypt(db, placeOf(tenantId, brokerId), password));
}

/** The password as it lies in the database, for what takes a removal back. */
export async function findSealed(db: TenantDb, brokerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('mqtt_broker_secret')
    .select('sealed')
    .where('broker_id', '=', brokerId)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

export async function restoreSealed(db: TenantDb, brokerId: string, sealed: string): Promise<void> {
  await db
    .insertInto('mqtt_broker_secret')
    .values({ broker_id: brokerId, sealed })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'broker_id']).doUpdateSet({ sealed }))
    .execute();
}

/** Empty where none is kept. */
export async function openPassword(
  { secrets }: Secrets,
  db: TenantDb,
  tenantId: string,
  brokerId: string,
): Promise<string> {
  const sealed = await findSealed(db, brokerId);
  return sealed === null ? '' : (await secrets.decrypt(db, placeOf(tenantId, brokerId), sealed)).reveal();
}

export async function renewBrokerSecrets({ secrets }: Secrets, db: TenantDb, tenantId: string): Promise<number> {
  let renewed = 0;
  const rows = await db.selectFrom('mqtt_broker_secret').select(['broker_id', 'sealed']).forUpdate().execute();
  for (const { broker_id, sealed } of rows) {
    const fresh = await secrets.renew(db, placeOf(tenantId, broker_id), sealed);
    if (fresh === null) continue;
    await restoreSealed(db, broker_id, fresh);
    renewed += 1;
  }
  return renewed;
}
