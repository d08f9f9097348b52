import * as z from 'zod';
import { Instant, Minor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { ORDER_VIEW_KEYS } from './order-figures.ts';
import { OrderListFilters } from './order-query.ts';

/** Money in one currency: paid by orders of the period, and what of it went back. */
export const RevenueFigure = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  paidMinor: Minor,
  refundedMinor: Minor,
  netMinor: Minor,
});
export type RevenueFigure = z.infer<typeof RevenueFigure>;

/** What the orders of a list are together; the request is that of the list, without its paging. */
export const OrderTotals = z.strictObject({
  orders: z.int(),
  ordersAreEstimated: z.boolean(),
  /** Cups of paid orders; null, as `revenue`, where adding up would read too many orders. */
  cups: z.int().nullable(),
  revenue: z.array(RevenueFigure).nullable(),
  /** When the oldest open refund application of these orders was made. */
  oldestRefundAt: Instant.nullable(),
});
export type OrderTotals = z.infer<typeof OrderTotals>;

/** How many orders each tab shows with these filters; the tab that is open plays no part. */
export const OrderViewCountsRequest = OrderListFilters.omit({ filter: true, failed: true });
export type OrderViewCountsRequest = z.infer<typeof OrderViewCountsRequest>;

export const OrderViewCounts = z.strictObject({
  /** null where counting would read too many orders. */
  views: z.array(z.strictObject({ view: z.enum(ORDER_VIEW_KEYS), orders: z.int() })).nullable(),
});
export type OrderViewCounts = z.infer<typeof OrderViewCounts>;
