import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { countDays, dayRange } from '#platform/time/rules/local-day.ts';
import { type LoyaltyFigures, MOST_LOYALTY_DAYS } from '../contract/endpoints.ts';

const TOP = 25;

interface Range {
  readonly from: Date;
  readonly before: Date;
  readonly zone: string;
  readonly spotIds: readonly string[] | null;
}

/** On the tenant's calendar; who is restricted to spots counts the orders and points of those alone. */
export function loyaltyFigures(
  context: RequestContext,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<LoyaltyFigures> {
  const days = countDays(fromDay, toDay);
  if (days < 1) raiseAt('toDay', 'loyalty.range-reversed');
  if (days > MOST_LOYALTY_DAYS) raiseAt('fromDay', 'loyalty.range-too-long', { days: MOST_LOYALTY_DAYS });
  const { actor } = context;
  return context.read(async (db) => {
    const tenant = await db.selectFrom('tenant').select(['time_zone', 'currency']).executeTakeFirstOrThrow();
    const zone = tenant.time_zone;
    const range: Range = { ...dayRange(fromDay, toDay, zone), zone, spotIds: actor.isRoot ? null : actor.spotIds };
    return {
      ...{ currency: tenant.currency as Currency, fromDay, toDay },
      coupons: await couponFigures(db, range, context.language),
      points: maySeePoints(actor) ? await pointFigures(db, range) : null,
    };
  });
}

const maySeePoints = ({ isRoot, permissions }: Actor): boolean => isRoot || permissions.has('point:view');
const numberOf = (value: string | number | null): number => Number(value ?? 0);

async function couponFigures(db: TenantDb, range: Range, language: string): Promise<LoyaltyFigures['coupons']> {
  const { from, before, zone, spotIds } = range;
  let uses = db
    .selectFrom('coupon_use as used')
    .where('used.state', '=', 'used')
    .where('used.used_at', '>=', from)
    .where('used.used_at', '<', before);
  if (spotIds !== null) uses = uses.where(sql<boolean>`used.spot_id = any(${[...spotIds]}::uuid[])`);
  const sums = [
    sql<number>`count(*)::integer`.as('uses'),
    sql<string>`coalesce(sum(used.discount_minor), 0)`.as('cost'),
    sql<string>`coalesce(sum(used.subtotal_minor - used.discount_minor), 0)`.as('sales'),
  ] as const;
  const all = await uses.select(sums).executeTakeFirstOrThrow();
  const days = await uses
    .select([sql<string>`to_char(used.used_at at time zone ${zone}, 'YYYY-MM-DD')`.as('day'), ...sums])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
  const top = await uses
    .innerJoin('coupon', 'coupon.id', 'used.coupon_id')
    .select(['coupon.id', 'coupon.title', 'coupon.title_zh', ...sums])
    .groupBy(['coupon.id', 'coupon.title', 'coupon.title_zh'])
    .orderBy('cost', 'desc')
    .orderBy('coupon.id')
    .limit(TOP)
    .execute();
  return {
    ...{ uses: all.uses, costMinor: numberOf(all.cost), salesMinor: numberOf(all.sales) },
    days: days.map((one) => ({ day: one.day, uses: one.uses, costMinor: numberOf(one.cost) })),
    top: top.map((one) => ({
      ...{ couponId: one.id, title: localName(language, one.title, one.title_zh), uses: one.uses },
      ...{ costMinor: numberOf(one.cost), salesMinor: numberOf(one.sales) },
    })),
  };
}

/** Out of the ledger's other side: what left `issued` was earned, what came into `redeemed` was spent (practice 7.1). */
async function pointFigures(db: TenantDb, range: Range): Promise<NonNullable<LoyaltyFigures['points']>> {
  const { from, before, zone, spotIds } = range;
  let entries = db
    .selectFrom('points_change as change')
    .innerJoin('points_entry as entry', 'entry.change_id', 'change.id')
    .where('change.made_at', '>=', from)
    .where('change.made_at', '<', before);
  if (spotIds !== null) entries = entries.where(sql<boolean>`change.spot_id = any(${[...spotIds]}::uuid[])`);
  const of = (account: string) => sql<string>`coalesce(sum(entry.points) filter (where entry.account = ${account}), 0)`;
  const sums = [of('issued').as('issued'), of('redeemed').as('redeemed'), of('adjust').as('adjust')] as const;
  const all = await entries.select(sums).executeTakeFirstOrThrow();
  const days = await entries
    .select([sql<string>`to_char(change.made_at at time zone ${zone}, 'YYYY-MM-DD')`.as('day'), ...sums])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
  // nothing, and not less than nothing
  const less = (value: string): number => 0 - numberOf(value);
  return {
    ...{ earned: less(all.issued), spent: numberOf(all.redeemed), adjusted: less(all.adjust) },
    days: days.map((one) => ({ day: one.day, earned: less(one.issued), spent: numberOf(one.redeemed) })),
  };
}
