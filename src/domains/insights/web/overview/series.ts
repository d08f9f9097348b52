import type { OrderStatistics } from '#domains/insights/contract/order-statistics.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { Metric } from './period.ts';

type Point = OrderStatistics['series'][number];

/** Money in the tenant's currency, in minor units; what went back is taken off. */
export function measured(point: Point, metric: Metric, currency: Currency): number {
  if (metric !== 'sales') return point[metric];
  return point.revenue.find((row) => row.currency === currency)?.netMinor ?? 0;
}

/** The series up to now; what is still to come is null. */
export function soFar(statistics: OrderStatistics, value: (point: Point) => number): (number | null)[] {
  return statistics.series.map((point) => (point.at > statistics.now ? null : value(point)));
}
