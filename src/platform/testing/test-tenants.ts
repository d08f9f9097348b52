import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';

/** A tenant, unless there is one of this number, and what belongs to adding one. */
export async function addTestTenant(db: Kysely<Tables>, tenant: Insertable<Tables['tenant']>): Promise<void> {
  await db
    .insertInto('tenant')
    .values(tenant)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await everybodysRightsChanged(db);
}
