import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { OrderStatistics, OrderStatisticsRequest } from '#domains/orders/contract/order-statistics.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { addDays, addLocalDays, countDays, dayRange, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { narrowSpots } from './order-list-store.ts';
import { sumOrders, toFigures, toRevenue } from './order-statistics-store.ts';

const MAX_DAYS = 366;
const HOURLY_UP_TO_DAYS = 2;
const HOUR_MS = 3_600_000;

/** Figures of the tenant's days (security 17.2), with the same time before, and a series without holes. */
export function getOrderStatistics(context: RequestContext, request: OrderStatisticsRequest): Promise<OrderStatistics> {
  const now = context.now();
  return context.read(async (db) => {
    const tenant = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const timeZone = tenant.time_zone;
    const today = localDay(now, timeZone);
    const toDay = request.toDay ?? request.fromDay ?? today;
    const fromDay = request.fromDay ?? toDay;
    const days = countDays(fromDay, toDay);
    if (days < 1) raise('order.list.range-reversed');
    if (days > MAX_DAYS) raise('order.statistics.range-too-long', { days: MAX_DAYS });

    const spotIds = narrowSpots(context.actor.spotIds, request.spotId);
    const { from, before: to } = dayRange(fromDay, toDay, timeZone);
    const hasEnded = to <= now;
    const previous = {
      from: startOfDay(addDays(fromDay, -days), timeZone),
      to: hasEnded || now < from ? from : addLocalDays(now, -days, timeZone),
      spotIds,
    };
    const bucket = days <= HOURLY_UP_TO_DAYS ? 'hour' : 'day';
    const sums = await sumOrders(db, { from, to, spotIds }, { unit: bucket, timeZone });
    const starts = bucketStarts(bucket, fromDay, days, to, timeZone);
    const parts = Map.groupBy(sums, (part) => bucketOf(starts, part.at ?? from));
    return {
      timeZone,
      from: from.toISOString(),
      to: to.toISOString(),
      now: now.toISOString(),
      figures: toFigures(sums),
      previous: toFigures(await sumOrders(db, previous)),
      byStatus: Object.values(OrderStatus).map((status) => ({
        status,
        orders: sums.filter((sum) => sum.status === status).reduce((all, sum) => all + sum.orders, 0),
      })),
      bucket,
      series: starts.map((at, index) => {
        const inside = parts.get(index) ?? [];
        return {
          at: at.toISOString(),
          orders: inside.reduce((all, part) => all + part.orders, 0),
          cups: inside.reduce((all, part) => all + part.cups, 0),
          revenue: toRevenue(inside),
        };
      }),
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
