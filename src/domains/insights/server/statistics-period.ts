import { MOST_STATISTICS_DAYS, type OrderStatisticsRequest } from '#domains/insights/contract/order-statistics.ts';
import { narrowSpots, ruledOrders } from '#domains/orders/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { addDays, addLocalDays, countDays, dayRange, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import type { StatisticsRange } from './order-statistics-store.ts';

/** The days that somebody asks about, on the tenant's clocks, narrowed to the spots that the person sees (security 5.3). */
export interface StatisticsPeriod extends StatisticsRange {
  readonly timeZone: string;
  readonly currency: Currency;
  readonly fromDay: string;
  readonly days: number;
  /** The days that these are compared with begin so many earlier. */
  readonly daysBefore: number;
}

export async function statisticsPeriod(
  db: TenantDb,
  context: Pick<RequestContext, 'now' | 'actor'>,
  request: OrderStatisticsRequest,
): Promise<StatisticsPeriod> {
  const tenant = await db.selectFrom('tenant').select(['time_zone', 'currency']).executeTakeFirstOrThrow();
  const timeZone = tenant.time_zone;
  const today = localDay(context.now(), timeZone);
  const toDay = request.toDay ?? request.fromDay ?? today;
  const fromDay = request.fromDay ?? toDay;
  const days = countDays(fromDay, toDay);
  if (days < 1) raiseAt('toDay', 'order.list.range-reversed');
  if (days > MOST_STATISTICS_DAYS)
    raiseAt('fromDay', 'order.statistics.range-too-long', { days: MOST_STATISTICS_DAYS });
  const { from, before: to } = dayRange(fromDay, toDay, timeZone);
  const spotIds = narrowSpots(context.actor.spotIds, request.spotId);
  const ruled = ruledOrders(context.actor) ?? null;
  const daysBefore = request.daysBefore ?? days;
  return { timeZone, currency: tenant.currency as Currency, fromDay, days, daysBefore, from, to, spotIds, ruled };
}

/** The days before that these are compared with: all of them, and cut at the same time of day where the period has not ended yet. */
export function periodBefore(period: StatisticsPeriod, now: Date): { whole: StatisticsPeriod; cut: StatisticsPeriod } {
  const { from, to, days, daysBefore, timeZone } = period;
  const fromDay = addDays(period.fromDay, -daysBefore);
  const ends = startOfDay(addDays(fromDay, days), timeZone);
  const whole = { ...period, fromDay, from: startOfDay(fromDay, timeZone), to: ends };
  if (to <= now || now < from) return { whole, cut: whole };
  const at = addLocalDays(now, -daysBefore, timeZone);
  return { whole, cut: { ...whole, to: at < ends ? at : ends } };
}
