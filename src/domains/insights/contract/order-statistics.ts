import * as z from 'zod';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { RevenueFigure } from '#domains/orders/contract/order-totals.ts';
import { Id, Instant, IntField, LocalDate } from '#platform/http/contract/fields.ts';

/** Longest period of the statistics: a leap year. */
export const MOST_STATISTICS_DAYS = 366;

/** Days are the tenant's; both ends included. Without them: today. */
export const statisticsPeriodFields = {
  fromDay: LocalDate.optional(),
  toDay: LocalDate.optional(),
  spotId: Id.optional(),
  /** How many days earlier the days lie that these are compared with, such as 7 for the same weekday; else those just before. */
  daysBefore: IntField(1, MOST_STATISTICS_DAYS).optional(),
};

export const OrderStatisticsRequest = z.strictObject(statisticsPeriodFields);
export type OrderStatisticsRequest = z.infer<typeof OrderStatisticsRequest>;

export const OrderFigures = z.strictObject({
  /** Orders created, whatever became of them. */
  orders: z.int(),
  paidOrders: z.int(),
  /** Cups of paid orders. */
  cups: z.int(),
  revenue: z.array(RevenueFigure),
  refundedOrders: z.int(),
  /** Applications that wait for an answer or for the provider. */
  openRefunds: z.int(),
  /** Status 4, or an issue flag. */
  abnormalOrders: z.int(),
});
export type OrderFigures = z.infer<typeof OrderFigures>;

const SeriesPoint = z.strictObject({
  at: Instant,
  orders: z.int(),
  cups: z.int(),
  revenue: z.array(RevenueFigure),
});

export const OrderStatistics = z.strictObject({
  timeZone: z.string(),
  from: Instant,
  /** End of the last day, exclusive. */
  to: Instant,
  now: Instant,
  figures: OrderFigures,
  /** As many days, just before or `daysBefore` earlier, cut at the same time of day where the period has not ended yet. */
  previous: OrderFigures,
  byStatus: z.array(z.strictObject({ status: z.literal(Object.values(OrderStatus)), orders: z.int() })),
  /** Hours for at most two days, days otherwise; every bucket of the period is there, also empty ones. */
  bucket: z.enum(['hour', 'day']),
  series: z.array(SeriesPoint),
  /** The whole period before, bucket by bucket, to lay below the series. */
  previousSeries: z.array(SeriesPoint),
});
export type OrderStatistics = z.infer<typeof OrderStatistics>;
