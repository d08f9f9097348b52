import { CouponType, type CouponValue } from '#domains/coupons/contract/coupon.ts';
import { couponShares, type DiscountBase } from '#domains/coupons/rules/coupon-discount.ts';
import { sumMinor } from '#platform/money/rules/money.ts';
import { roundHalfUp } from '#platform/money/rules/rounding.ts';

/** A line before the coupon, in minor units. */
export interface CouponLine {
  readonly unitMinor: number;
  readonly quantity: number;
  readonly amountMinor: number;
  /** Tax that comes on top before the coupon is subtracted; 0 where it is contained, or comes after the coupon. */
  readonly addedTaxMinor: number;
}

export interface CouponStep {
  /** What the coupon was reckoned on. */
  readonly baseMinor: number;
  /** Per line; no line falls below zero. */
  readonly sharesMinor: readonly number[];
}

/**
 * Step 4 of practice 4.1. Where coupons apply after tax, the bases are the tax-inclusive amounts: the line's gross, and
 * gross / quantity, rounded, for one unit (practice 5.1).
 */
export function applyCoupon(coupon: CouponValue | undefined, lines: readonly CouponLine[]): CouponStep {
  if (!coupon) return { baseMinor: 0, sharesMinor: lines.map(() => 0) };
  const bases = lines.map((line): DiscountBase => {
    if (line.addedTaxMinor === 0) return line;
    const gross = sumMinor([line.amountMinor, line.addedTaxMinor]);
    return { unitMinor: roundHalfUp(BigInt(gross), BigInt(line.quantity)), amountMinor: gross };
  });
  const baseMinor =
    coupon.type === CouponType.singleItemRate
      ? Math.max(...bases.map((base) => base.unitMinor))
      : sumMinor(bases.map((base) => base.amountMinor));
  return { baseMinor, sharesMinor: couponShares(coupon, bases) };
}
