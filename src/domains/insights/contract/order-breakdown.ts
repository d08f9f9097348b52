import * as z from 'zod';
import { EXPORT_FORMATS } from '#platform/exports/contract/export-job.ts';
import { Instant, IntField, Millionths, Minor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { statisticsPeriodFields } from './order-statistics.ts';

/**
 * What a period can be divided by (settled 95). `hour` is the hour of the day on the tenant's clocks, `weekday` 1 for Monday to 7,
 * `hourOfWeek` 0 for Monday from midnight to 167.
 */
export const ORDER_DIMENSIONS = [
  ...(['spot', 'robot', 'goods', 'channel', 'hour', 'weekday', 'hourOfWeek', 'paymentChannel'] as const),
] as const;
export type OrderDimension = (typeof ORDER_DIMENSIONS)[number];

/** By what the rows are ranked and shared; money in the tenant's currency. */
export const ORDER_MEASURES = ['orders', 'cups', 'sales'] as const;

export const ORDER_RANKS = ['best', 'worst'] as const;

export const OrderBreakdownRequest = z.strictObject({
  ...statisticsPeriodFields,
  by: z.enum(ORDER_DIMENSIONS),
  measure: z.enum(ORDER_MEASURES).default('orders'),
  /** The weakest first: among spots, robots and drinks also those that are on sale and sold nothing. */
  rank: z.enum(ORDER_RANKS).default('best'),
  /** Rows that are answered one by one; the rest is `others`. */
  top: IntField(1, 200).default(10),
});
export type OrderBreakdownRequest = z.infer<typeof OrderBreakdownRequest>;

/** What customers paid, before refunds, in one currency. */
export const SalesFigure = z.strictObject({ currency: z.enum(CURRENCY_CODES), salesMinor: Minor });
export type SalesFigure = z.infer<typeof SalesFigure>;

const sumFields = {
  /** Paid orders; those with several drinks count under each of them where `by` is `goods`. */
  orders: z.int(),
  cups: z.int(),
  sales: z.array(SalesFigure),
};
const shareFields = {
  ...sumFields,
  /** Of the measure, over all rows. */
  share: Millionths,
};

export const OrderBreakdown = z.strictObject({
  timeZone: z.string(),
  from: Instant,
  /** End of the last day, exclusive. */
  to: Instant,
  by: z.enum(ORDER_DIMENSIONS),
  measure: z.enum(ORDER_MEASURES),
  rows: z.array(
    z.strictObject({
      /** An id, a code, or the hour from 0 to 23. */
      key: z.string(),
      /** In the caller's language; empty for codes, whose words the reader has. */
      name: z.string(),
      ...shareFields,
      /** Of the same key in the period before, cut at the same time of day where this one has not ended. */
      previous: z.strictObject(sumFields),
    }),
  ),
  /** Over all rows, with the period before. */
  total: z.strictObject({ ...sumFields, previous: z.strictObject(sumFields) }),
  /** What stands beyond the first rows; null where nothing does. */
  others: z.strictObject({ rows: z.int(), ...shareFields }).nullable(),
});
export type OrderBreakdown = z.infer<typeof OrderBreakdown>;

/** Several divisions of the same period, in one call for a page that shows them beside each other. */
export const OrderDivisionsRequest = z.strictObject({
  ...statisticsPeriodFields,
  measure: z.enum(ORDER_MEASURES).default('orders'),
  divisions: z
    .array(
      z.strictObject({
        by: z.enum(ORDER_DIMENSIONS),
        rank: z.enum(ORDER_RANKS).default('best'),
        top: IntField(1, 200).default(10),
      }),
    )
    .min(1)
    .max(ORDER_DIMENSIONS.length),
});
export type OrderDivisionsRequest = z.infer<typeof OrderDivisionsRequest>;

/** In the order in which they were asked for. */
export const OrderDivisions = z.strictObject({ breakdowns: z.array(OrderBreakdown) });
export type OrderDivisions = z.infer<typeof OrderDivisions>;

/** Columns of the file, one row for each key and currency. */
export const OrderBreakdownExport = z.strictObject({
  ...statisticsPeriodFields,
  by: z.enum(ORDER_DIMENSIONS),
  format: z.enum(EXPORT_FORMATS),
});
export type OrderBreakdownExport = z.infer<typeof OrderBreakdownExport>;
