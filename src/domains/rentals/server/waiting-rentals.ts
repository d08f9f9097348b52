import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { WaitingRentals } from '../contract/endpoints.ts';

/** The same rows that the lists of refunds, of contradictions and of rentals show for `waiting`, `waiting` and `review`. */
export function countWaiting(context: RequestContext): Promise<WaitingRentals> {
  const { actor } = context;
  const seen = actor.isRoot || actor.spotIds === null ? sql`true` : sql`spot_id = any(${[...actor.spotIds]}::uuid[])`;
  return context.read(async (db) => {
    const { rows } = await sql<WaitingRentals>`
      select (select count(*)::integer from listed_rental_refund where tenant_id = ${THIS_TENANT} and waiting and ${seen}) as refunds,
             (select count(*)::integer from listed_rental_repair where tenant_id = ${THIS_TENANT} and waiting and ${seen}) as repairs,
             (select count(*)::integer from rental_order where tenant_id = ${THIS_TENANT} and review and ${seen}) as review`.execute(
      db,
    );
    return rows[0] ?? { refunds: 0, repairs: 0, review: 0 };
  });
}
