import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { snakeCase } from '#platform/records/contract/record-names.ts';
import type { Secret, SecretPlace } from '#platform/secrets/server/secrets.ts';

/** While a webhook's secret rotates events signed by the one before are taken for so long (security 9.2). */
const PREVIOUS_GOOD_MS = 24 * 3_600_000;

const previousName = (name: string): string => `previous_${name}`;

/** Where a payment secret of a tenant is bound to (security 7.1); writers and readers use the same place. */
export function paymentSecretPlace(tenantId: string, configId: string, name: string): SecretPlace {
  return { tenantId, table: 'payment_config', column: snakeCase(name), rowId: configId, purpose: 'payment' };
}

/**
 * The secrets of a setting by name. With `previousAt` also those that were replaced and are still good then, under a name of
 * their own.
 */
export async function openSecrets(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  tenantId: string,
  configId: string,
  wanted: { readonly name?: string; readonly previousAt?: Date } = {},
): Promise<Map<string, Secret>> {
  const { name, previousAt } = wanted;
  let query = db
    .selectFrom('payment_secret')
    .select(['name', 'sealed', 'previous', 'previous_until'])
    .where('config_id', '=', configId);
  if (name !== undefined) query = query.where('name', '=', name);
  const opened = new Map<string, Secret>();
  for (const row of await query.execute()) {
    const open = (at: string, sealed: string) =>
      secrets.decrypt(db, paymentSecretPlace(tenantId, configId, at), sealed);
    opened.set(row.name, await open(row.name, row.sealed));
    const isGood = previousAt !== undefined && row.previous_until !== null && row.previous_until > previousAt;
    if (row.previous !== null && isGood)
      opened.set(previousName(row.name), await open(previousName(row.name), row.previous));
  }
  return opened;
}

/** Keeps a secret; `rotates` leaves the one before good for a day. */
export async function keepSecret(
  { secrets }: Pick<Services, 'secrets'>,
  tx: Pick<Transaction, 'db' | 'tenantId' | 'now'>,
  configId: string,
  { name, value, rotates }: { readonly name: string; readonly value: string; readonly rotates: boolean },
): Promise<void> {
  const { db, tenantId } = tx;
  const before = rotates ? (await openSecrets({ secrets }, db, tenantId, configId, { name })).get(name) : undefined;
  const seal = (at: string, clear: string) => secrets.encrypt(db, paymentSecretPlace(tenantId, configId, at), clear);
  const row = {
    sealed: await seal(name, value),
    previous: before ? await seal(previousName(name), before.reveal()) : null,
    previous_until: before ? new Date(tx.now().getTime() + PREVIOUS_GOOD_MS) : null,
  };
  await db
    .insertInto('payment_secret')
    .values({ config_id: configId, name, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'config_id', 'name']).doUpdateSet(row))
    .execute();
}

export async function dropSecrets(db: TenantDb, configId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db
    .deleteFrom('payment_secret')
    .where('config_id', '=', configId)
    .where('name', 'in', [...names])
    .execute();
}

/** The setting was deleted, or that was undone. */
export async function markOrphaned(db: TenantDb, configId: string, at: Date | null): Promise<void> {
  await db.updateTable('payment_secret').set({ orphaned_at: at }).where('config_id', '=', configId).execute();
}

/** A call that writes a setting meanwhile waits for the lock, and writes with the newest key itself. */
export async function renewPaymentSecrets(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  tenantId: string,
): Promise<number> {
  const rows = await db
    .selectFrom('payment_secret')
    .select(['config_id', 'name', 'sealed', 'previous'])
    .forUpdate()
    .execute();
  let renewed = 0;
  const fresh = async (configId: string, name: string, stored: string | null) => {
    const made = stored === null ? null : await secrets.renew(db, paymentSecretPlace(tenantId, configId, name), stored);
    if (made !== null) renewed += 1;
    return made ?? stored;
  };
  for (const { config_id, name, sealed, previous } of rows)
    await db
      .updateTable('payment_secret')
      .set({
        sealed: sql`${await fresh(config_id, name, sealed)}`,
        previous: await fresh(config_id, previousName(name), previous),
      })
      .where('config_id', '=', config_id)
      .where('name', '=', name)
      .execute();
  return renewed;
}
