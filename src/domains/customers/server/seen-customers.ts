import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { RecordSight } from '#platform/records/server/serving.ts';

/** Who is restricted to spots sees the customers who bought at one of them (security 5.3). */
export const bySpotsOfOrders: RecordSight = {
  condition: ({ isRoot, spotIds }) =>
    isRoot || spotIds === null
      ? undefined
      : sql`exists (select 1 from coffee_order as bought
                     where bought.tenant_id = ${THIS_TENANT} and bought.customer_ref = record.id
                       and bought.spot_id = any(${[...spotIds]}::uuid[]))`,
  // what is saved was found by the condition, and belongs to no spot itself
  sees: () => true,
  spotOf: () => null,
};
