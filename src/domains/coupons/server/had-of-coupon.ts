import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { ClaimPeriod } from '../rules/coupon-period.ts';

/** What a customer has had of a coupon. */
export interface HadOfCoupon {
  /** Codes that were given to him, and orders of his that hold or have used a code of nobody. */
  readonly total: number;
  /** He was given one in the period. */
  readonly inPeriod: boolean;
}

/** Without a claim no period matters. */
const NO_PERIOD: ClaimPeriod = { key: '', from: null };

/**
 * Of customers who have had any. A code that was withdrawn before anybody used it does not count. A tenant that moves to another
 * zone begins a new day early: what was claimed since the period began counts as well, whatever it was called then (security 17.2).
 */
export async function hadOfCoupon(
  db: TenantDb,
  couponId: string,
  customerIds: readonly string[],
  { key, from }: ClaimPeriod = NO_PERIOD,
): Promise<ReadonlyMap<string, HadOfCoupon>> {
  const counts = sql`(voided_at is null or uses > 0)`;
  const sinceThen = from === null ? sql`false` : sql`(origin = 'claim' and issued_at >= ${from} and ${counts})`;
  // customer by customer: a coupon that is being sent has more and more codes, and a plan that reads them all has a longer way
  // each time
  const { rows } = await sql<{ id: string } & HadOfCoupon>`
    select asked.id, given.count + used.count as total, given."inPeriod"
      from unnest(${customerIds.filter(isUuid)}::uuid[]) as asked (id)
     cross join lateral (
       select (count(*) filter (where ${counts}))::integer as count,
              coalesce(bool_or(period_key = ${key} or ${sinceThen}), false) as "inPeriod"
         from coupon_code where tenant_id = ${THIS_TENANT} and coupon_id = ${couponId} and customer_id = asked.id) given
     cross join lateral (
       select count(*)::integer as count
         from coupon_use as took join coupon_code as code on code.tenant_id = took.tenant_id and code.id = took.code_id
        where took.tenant_id = ${THIS_TENANT} and took.coupon_id = ${couponId} and took.customer_id = asked.id
          and took.state in ('held', 'used') and code.kind <> 'issued') used
     where given.count + used.count > 0 or given."inPeriod"`.execute(db);
  return new Map(rows.map(({ id, total, inPeriod }) => [id, { total, inPeriod }]));
}
