import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';

/** Commands by hand; work orders are left out, also where staff paid the order. */
export async function countCommandsSince(db: TenantDb, since: Date, imei: string | null): Promise<number> {
  let query = db
    .selectFrom('device_command')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issued_at', '>', since)
    // in words, so that the index of those alone is found
    .where(sql<boolean>`cmd <> 'makeOrder'`)
    .where('requested_by', '<>', 'system');
  if (imei !== null) query = query.where('imei', '=', imei);
  return Number((await query.executeTakeFirstOrThrow()).count);
}
