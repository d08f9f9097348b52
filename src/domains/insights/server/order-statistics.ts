import type { OrderStatistics, OrderStatisticsRequest } from '#domains/insights/contract/order-statistics.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { toRevenue } from '#domains/orders/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { bucketOf, bucketStarts } from '#platform/time/rules/buckets.ts';
import { type BucketSum, sumOrders, toFigures } from './order-statistics-store.ts';
import { periodBefore, statisticsPeriod } from './statistics-period.ts';

const HOURLY_UP_TO_DAYS = 2;

/** Figures of the tenant's days (security 17.2), with the same time before, and both as series without holes. */
export function getOrderStatistics(context: RequestContext, request: OrderStatisticsRequest): Promise<OrderStatistics> {
  const now = context.now();
  return context.read(async (db) => {
    const period = await statisticsPeriod(db, context, request);
    const { timeZone, fromDay, days, from, to } = period;
    const { whole, cut } = periodBefore(period, now);
    const unit = days <= HOURLY_UP_TO_DAYS ? 'hour' : 'day';
    const bucket = { unit, timeZone } as const;
    const sums = await sumOrders(db, period, { bucket });
    const sumsBefore = await sumOrders(db, whole, { bucket, cut: cut.to });
    return {
      timeZone,
      from: from.toISOString(),
      to: to.toISOString(),
      now: now.toISOString(),
      figures: toFigures(sums.ofStatuses),
      previous: toFigures(sumsBefore.ofStatuses.filter(({ isBeforeCut }) => isBeforeCut)),
      byStatus: Object.values(OrderStatus).map((status) => ({
        status,
        orders: sums.ofStatuses.filter((sum) => sum.status === status).reduce((all, sum) => all + sum.orders, 0),
      })),
      bucket: unit,
      series: seriesOf(sums.ofBuckets, bucketStarts(unit, { fromDay, days, to, timeZone })),
      previousSeries: seriesOf(
        sumsBefore.ofBuckets,
        bucketStarts(unit, { fromDay: whole.fromDay, days, to: whole.to, timeZone }),
      ),
    };
  });
}

/** Every bucket, also the empty ones. */
function seriesOf(sums: readonly BucketSum[], starts: readonly Date[]): OrderStatistics['series'] {
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
