import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { TimeRange } from '#platform/records/contract/fields.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import type { CouponValue } from '../contract/coupon.ts';
import { UNLIMITED } from '../contract/coupons.ts';
import type { CouponProblem } from '../contract/problems.ts';
import { refusalToUse } from './coupon-discount.ts';

/** What a coupon asks of an order, apart from what it is worth. */
export interface CouponTerms {
  readonly enabled: boolean;
  /** Both belong to the period. */
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** On the tenant's clock; none: all day. */
  readonly dailyRanges: readonly TimeRange[];
  /** null: all spots. */
  readonly spotIds: readonly string[] | null;
  readonly perUserLimit: number | null;
}

export interface CodeState {
  readonly kind: 'issued' | 'batch' | 'custom';
  /** Whose it is; null: whoever has it. */
  readonly customerId: string | null;
  readonly isVoid: boolean;
  readonly maxUses: number;
  readonly uses: number;
  /** By orders that are not paid yet. */
  readonly held: number;
}

export interface CouponOrder {
  readonly now: Date;
  readonly timeZone: string;
  readonly spotId: string;
  readonly channel: SalesChannel;
  readonly paidBy: PaidBy;
  /** After the channel's discount, before the coupon; minor units. */
  readonly subtotalMinor: number;
  /** null: nobody knows who orders. */
  readonly customerId: string | null;
  /** What this customer has had of the coupon: codes that he was given, and orders with codes of nobody, held ones included. */
  readonly usesOfCustomer: number;
}

/** Whether the clock of the tenant stands within one of the ranges: `[from, to)`, over midnight where `from > to`. */
export function isWithinRanges(ranges: readonly TimeRange[], now: Date, timeZone: string): boolean {
  if (ranges.length === 0) return true;
  const clock = wallClock(now, timeZone).slice(11, 16);
  return ranges.some(({ from, to }) =>
    from < to ? from <= clock && clock < to : from > to && (from <= clock || clock < to),
  );
}

/** Why nobody may have or use it at this moment: enabled, then period. */
export function refusalNow(
  terms: Pick<CouponTerms, 'enabled' | 'startsAt' | 'endsAt'>,
  now: Date,
): CouponProblem | null {
  if (!terms.enabled) return 'coupon.disabled';
  if (now < terms.startsAt) return 'coupon.not-begun';
  return now > terms.endsAt ? 'coupon.ended' : null;
}

/**
 * The first reason against using a code in an order, or null (practice 5.4): enabled, period, daily range, spot, channel,
 * threshold, code status, max use count, per-user limit.
 */
export function refusalOf(
  value: CouponValue,
  terms: CouponTerms,
  code: CodeState,
  order: CouponOrder,
): CouponProblem | null {
  const early = refusalNow(terms, order.now);
  if (early) return early;
  if (!isWithinRanges(terms.dailyRanges, order.now, order.timeZone)) return 'coupon.not-at-this-hour';
  if (terms.spotIds !== null && !terms.spotIds.includes(order.spotId)) return 'coupon.not-at-this-spot';
  return refusalToUse(value, order) ?? refusalOfCode(code, order) ?? refusalOfUser(terms, code, order);
}

function refusalOfCode(code: CodeState, { customerId }: CouponOrder): CouponProblem | null {
  if (code.isVoid) return 'coupon.code-void';
  if (code.customerId !== null && customerId !== null && code.customerId !== customerId)
    return 'coupon.code-of-another';
  if (code.maxUses === 1 && code.uses > 0) return 'coupon.code-used';
  if (code.maxUses === 1 && code.held > 0) return 'coupon.code-held';
  if (code.maxUses !== UNLIMITED && code.uses + code.held >= code.maxUses) return 'coupon.no-uses-left';
  return null;
}

/** A code given to a customer was counted when it was given; one of nobody is counted beside those when it is used. */
function refusalOfUser(
  { perUserLimit }: CouponTerms,
  code: CodeState,
  { customerId, usesOfCustomer }: CouponOrder,
): CouponProblem | null {
  if (perUserLimit === null || code.kind === 'issued') return null;
  if (customerId === null) return 'coupon.customer-needed';
  return usesOfCustomer >= perUserLimit ? 'coupon.user-limit' : null;
}
