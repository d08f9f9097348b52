import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import type { CouponUsage } from '../contract/endpoints.ts';
import { couponRecords } from './coupon-records.ts';

const MOST_DAYS = 400;
const MOST_SPOTS = 200;

/** Of the reader's spots; what was given back does not count. */
export async function couponUsage(context: RequestContext, { id }: { readonly id: string }): Promise<CouponUsage> {
  await oneRecord(couponRecords.served, context, id);
  const { isRoot, spotIds } = context.actor;
  return context.read(async (db) => {
    const zone = await zoneOfTenant(db);
    let uses = db
      .selectFrom('coupon_use')
      .where('coupon_use.coupon_id', '=', id)
      .where('coupon_use.state', '=', 'used');
    if (!isRoot && spotIds !== null) uses = uses.where(sql<boolean>`coupon_use.spot_id = any(${[...spotIds]}::uuid[])`);
    const day = sql<string>`to_char(coupon_use.used_at at time zone ${zone}, 'YYYY-MM-DD')`;
    const sums = [
      sql<number>`count(*)::integer`.as('uses'),
      sql<number>`sum(coupon_use.discount_minor)::bigint`.as('costMinor'),
    ] as const;
    const days = await uses
      .select([day.as('day'), ...sums])
      .select(sql<number>`sum(coupon_use.subtotal_minor - coupon_use.discount_minor)::bigint`.as('salesMinor'))
      .groupBy(sql`1`)
      .orderBy(sql`1`, 'desc')
      .limit(MOST_DAYS)
      .execute();
    const spots = await uses
      .innerJoin('spot', 'spot.id', 'coupon_use.spot_id')
      .select(['spot.id as spotId', 'spot.name', 'spot.name_zh', ...sums])
      .groupBy(['spot.id', 'spot.name', 'spot.name_zh'])
      .orderBy('uses', 'desc')
      .limit(MOST_SPOTS)
      .execute();
    return {
      days: days
        .map((row) => ({ ...row, costMinor: Number(row.costMinor), salesMinor: Number(row.salesMinor) }))
        .reverse(),
      spots: spots.map(({ name, name_zh, costMinor, ...spot }) => ({
        ...spot,
        spotName: localName(context.language, name, name_zh),
        costMinor: Number(costMinor),
      })),
    };
  });
}
