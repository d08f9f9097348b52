import { type RawBuilder, sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

export type CouponRefusal = 'off' | 'ended' | 'none-left' | 'deleted';

/** Why no code of a coupon can be given, over its row; empty where one can. One that has not begun is given all the same. */
export const couponRefusal = (now: Date | RawBuilder<unknown>): RawBuilder<CouponRefusal | ''> =>
  sql<CouponRefusal | ''>`case when not coupon.enabled then 'off' when coupon.ends_at < ${now} then 'ended'
                   when coupon.issued >= coupon.max_total then 'none-left' else '' end`;

/** The same of goods, over the row of the list; a coupon may have been deleted since. */
export const refusalOfGoods = sql`coalesce((
  select ${couponRefusal(sql`now()`)} from coupon
   where coupon.tenant_id = ${THIS_TENANT} and coupon.id = record.coupon_id), 'deleted')`;
