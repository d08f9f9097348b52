import * as z from 'zod';
import { OrderNo } from '#domains/orders/contract/order-no.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Instant, SignedMinor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';

/** What an entry of the film is about; the reader can leave kinds out. */
export const FilmKind = z.enum([
  'order',
  'price',
  'stock',
  'payment',
  'coupon',
  'points',
  'command',
  'robot',
  'cup',
  'refund',
  'notice',
  'receipt',
  'staff',
]);
export type FilmKind = z.infer<typeof FilmKind>;

const FilmEntry = z.strictObject({
  id: z.string(),
  /** Exact to the millisecond. */
  at: Instant,
  kind: FilmKind,
  /** A code that the reader's texts name. */
  what: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  by: z.strictObject({ kind: z.string(), name: z.string() }).nullable(),
  why: z.string().nullable(),
  tone: z.enum(['neutral', 'success', 'warning', 'danger']),
  /** Content as it came; null without the right to see it, or where there is none (`hasRaw`). */
  raw: z.record(z.string(), z.unknown()).nullable(),
  hasRaw: z.boolean(),
});
export type FilmEntry = z.infer<typeof FilmEntry>;

/** One line of "why was I charged?"; sums say what the steps above them make. */
const ChargeStep = z.strictObject({
  step: z.enum([
    'line',
    'reduced',
    'channel',
    'subtotal',
    'coupon',
    'extra',
    'tax',
    'rounding',
    'total',
    'taxIncluded',
    'paid',
    'refund',
    'refundOpen',
    'kept',
  ]),
  amountMinor: SignedMinor,
  role: z.enum(['part', 'sum', 'note']),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type ChargeStep = z.infer<typeof ChargeStep>;

export const OrderFilm = z.strictObject({
  orderNo: z.string(),
  currency: z.enum(CURRENCY_CODES),
  /** From list price to what is kept. */
  charge: z.array(ChargeStep),
  /** Everything that touched the order, oldest first. */
  entries: z.array(FilmEntry),
});
export type OrderFilm = z.infer<typeof OrderFilm>;

export const filmEndpoints = {
  film: endpoint({
    method: 'GET',
    path: '/coffeeorder/api/film',
    effect: 'read',
    permission: 'order:view',
    request: z.strictObject({ orderNo: OrderNo }),
    response: OrderFilm,
    summary: 'Everything that touched one order on one time line, and what its price is made of, step by step',
  }),
};
