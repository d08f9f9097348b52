import type { OrderStatistics, OrderStatisticsRequest } from '#domains/insights/contract/order-statistics.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { toRevenue } from '#domains/orders/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { addDays, addLocalDays, startOfDay } from '#platform/time/rules/local-day.ts';
import { type OrderSum, sumOrders, toFigures } from './order-statistics-store.ts';
import { statisticsPeriod } from './statistics-period.ts';

const HOURLY_UP_TO_DAYS = 2;
const HOUR_MS = 3_600_000;

/** Figures of the tenant's days (security 17.2), with the same time before, and both as series without holes. */
export function getOrderStatistics(context: RequestContext, request: OrderStatisticsRequest): Promise<OrderStatistics> {
  const now = context.now();
  return context.read(async (db) => {
    const period = await statisticsPeriod(db, context, request);
    const { timeZone, fromDay, days, from, to, spotIds, ruled } = period;
    const hasEnded = to <= now;
    const firstDayBefore = addDays(fromDay, -days);
    const before = { from: startOfDay(firstDayBefore, timeZone), to: from, spotIds, ruled };
    const comparedUntil = hasEnded || now < from ? from : addLocalDays(now, -days, timeZone);
    const unit = days <= HOURLY_UP_TO_DAYS ? 'hour' : 'day';
    const bucket = { unit, timeZone } as const;
    const sums = await sumOrders(db, period, { bucket });
    const sumsBefore = await sumOrders(db, before, { bucket, cut: comparedUntil });
    return {
      timeZone,
      from: from.toISOString(),
      to: to.toISOString(),
      now: now.toISOString(),
      figures: toFigures(sums),
      previous: toFigures(sumsBefore.filter(({ isBeforeCut }) => isBeforeCut)),
      byStatus: Object.values(OrderStatus).map((status) => ({
        status,
        orders: sums.filter((sum) => sum.status === status).reduce((all, sum) => all + sum.orders, 0),
      })),
      bucket: unit,
      series: seriesOf(sums, bucketStarts(unit, fromDay, days, to, timeZone)),
      previousSeries: seriesOf(sumsBefore, bucketStarts(unit, firstDayBefore, days, from, timeZone)),
    };
  });
}

/** Every bucket, also the empty ones. */
function seriesOf(sums: readonly OrderSum[], starts: readonly Date[]): OrderStatistics['series'] {
  const parts = Map.groupBy(sums, (part) => bucketOf(starts, part.at ?? starts[0] ?? new Date(0)));
  return starts.map((at, index) => {
    const inside = parts.get(index) ?? [];
    return {
      at: at.toISOString(),
      orders: inside.reduce((all, part) => all + part.orders, 0),
      cups: inside.reduce((all, part) => all + part.cups, 0),
      revenue: toRevenue(inside),
    };
  });
}

function bucketStarts(bucket: 'hour' | 'day', fromDay: string, days: number, to: Date, timeZone: string): Date[] {
  if (bucket === 'day')
    return Array.from({ length: days }, (_, index) => startOfDay(addDays(fromDay, index), timeZone));
  const first = startOfDay(fromDay, timeZone).getTime();
  const hours = Math.ceil((to.getTime() - first) / HOUR_MS);
  return Array.from({ length: hours }, (_, index) => new Date(first + index * HOUR_MS));
}

/**
 * The bucket that holds an instant. Where clocks go back over midnight the database begins the day an hour later than we do,
 * and an hour begins at half past where they move by half of one: looked up by the instant itself, such sums would be lost.
 */
function bucketOf(starts: readonly Date[], at: Date): number {
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  );
}
