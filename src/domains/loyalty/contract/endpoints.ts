import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { LocalDate, Minor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';

export const LOYALTY = '/marketing/figures';
export const MOST_LOYALTY_DAYS = 400;

export const LoyaltyFigures = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  fromDay: LocalDate,
  toDay: LocalDate,
  /** Taken off orders that were paid and not given back; minor units. Of the reader's spots. */
  coupons: z.strictObject({
    uses: z.int(),
    costMinor: Minor,
    /** What was paid in those orders. */
    salesMinor: Minor,
    days: z.array(z.strictObject({ day: LocalDate, uses: z.int(), costMinor: Minor })),
    top: z.array(
      z.strictObject({ couponId: z.string(), title: z.string(), uses: z.int(), costMinor: Minor, salesMinor: Minor }),
    ),
  }),
  /** Null without the right to see points. */
  points: z
    .strictObject({
      /** By orders and rentals, less what refunds took back. */
      earned: z.int(),
      /** For goods of the mall, less what was taken back. */
      spent: z.int(),
      /** By staff: added less deducted. */
      adjusted: z.int(),
      days: z.array(z.strictObject({ day: LocalDate, earned: z.int(), spent: z.int() })),
    })
    .nullable(),
});
export type LoyaltyFigures = z.infer<typeof LoyaltyFigures>;

export const loyaltyEndpoints = {
  figures: endpoint({
    method: 'GET',
    effect: 'read',
    path: '/BaseCoupon/api/statistics',
    permission: 'coupon:view',
    request: z.strictObject({ fromDay: LocalDate, toDay: LocalDate }),
    response: LoyaltyFigures,
    summary: 'What coupons cost and which points were earned and spent, by day of the tenant, and the dearest coupons',
  }),
};
