import type { PaidBy, SalesChannel } from '#domains/pricing/contract/sale.ts';
import { largestRemainder } from '#platform/money/rules/largest-remainder.ts';
import { sumMinor } from '#platform/money/rules/money.ts';
import { multiplyRate } from '#platform/money/rules/rounding.ts';
import { CouponType, type CouponValue } from '../contract/coupon.ts';
import type { CouponProblem } from '../contract/problems.ts';

/** The order a coupon is held against. `subtotalMinor`: after channel discount, before the coupon (practice 5.1). */
export interface CouponUse {
  readonly channel: SalesChannel;
  readonly paidBy: PaidBy;
  readonly subtotalMinor: number;
}

/** What a line offers to a coupon; tax-inclusive where the spot applies coupons after tax (practice 5.1). */
export interface DiscountBase {
  readonly unitMinor: number;
  readonly amountMinor: number;
}

/** Why a coupon does not count here, or `null`. Channel comes before threshold (practice 5.4). */
export function refusalToUse(coupon: CouponValue, use: CouponUse): CouponProblem | null {
  const posOnly = coupon.type === CouponType.posFlat || coupon.type === CouponType.posRate;
  if (posOnly && !(use.channel === 'kiosk' && use.paidBy === 'pos')) return 'coupon.not-valid-for-channel';
  if (coupon.type === CouponType.thresholdFlat && use.subtotalMinor < present(coupon.targetMinor)) {
    return 'coupon.threshold-not-reached';
  }
  return null;
}

/**
 * Each line's share of the discount, in minor units (practice 5.1, 4.2). A single-item coupon reduces one unit of the
 * dearest line and nothing else; every other type is split over the lines by amount. No share exceeds its line.
 */
export function couponShares(coupon: CouponValue, bases: readonly DiscountBase[]): number[] {
  const amounts = bases.map((base) => base.amountMinor);
  const whole = sumMinor(amounts);
  switch (coupon.type) {
    case CouponType.singleItemRate: {
      const dearest = indexOfDearest(bases);
      return bases.map((base, index) =>
        index === dearest ? Math.min(multiplyRate(base.unitMinor, present(coupon.rate)), base.amountMinor) : 0,
      );
    }
    case CouponType.wholeOrderRate:
    case CouponType.posRate:
      return largestRemainder(multiplyRate(whole, present(coupon.rate)), amounts);
    case CouponType.thresholdFlat:
    case CouponType.flat:
    case CouponType.posFlat:
      return largestRemainder(Math.min(present(coupon.valueMinor), whole), amounts);
  }
}

function indexOfDearest(bases: readonly DiscountBase[]): number {
  let dearest = 0;
  for (const [index, base] of bases.entries()) {
    if (base.unitMinor > (bases[dearest] as DiscountBase).unitMinor) dearest = index;
  }
  return dearest;
}

/** `CouponValue` has checked that a type carries its fields; a missing value is a fault, never zero. */
function present(value: number | undefined): number {
  if (value === undefined) throw new TypeError('coupon without the value its type needs');
  return value;
}
