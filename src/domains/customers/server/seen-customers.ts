import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { RecordSight } from '#platform/records/server/serving.ts';

/**
 * Who is restricted to spots sees the customers who bought or rented at one of them (security 5.3). Rentals know their customer by
 * the client and its number for him, as `rental_order_customer` has them in its index.
 */
export const bySpotsOfOrders: RecordSight = {
  condition: ({ isRoot, spotIds }) =>
    isRoot || spotIds === null
      ? undefined
      : sql`exists (select 1 from coffee_order as bought
                     where bought.tenant_id = ${THIS_TENANT} and bought.customer_ref = record.id
                       and bought.spot_id = any(${[...spotIds]}::uuid[])
                    union all
                    select 1 from rental_order as rented
                     where rented.tenant_id = ${THIS_TENANT} and rented.client_key_id = record.client_id
                       and rented.customer_id = record.user_id and rented.spot_id = any(${[...spotIds]}::uuid[]))`,
  // what is saved was found by the condition, and belongs to no spot itself
  sees: () => true,
  spotOf: () => null,
};
