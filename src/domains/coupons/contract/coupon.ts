import * as z from 'zod';
import { CodeField, IntField, Minor } from '#platform/http/contract/fields.ts';

/** Domain 9. Types 5 and 6 belong to the POS terminal of a kiosk (practice 5.1). */
export const CouponType = {
  singleItemRate: 1,
  wholeOrderRate: 2,
  thresholdFlat: 3,
  flat: 4,
  posFlat: 5,
  posRate: 6,
} as const;
export type CouponType = (typeof CouponType)[keyof typeof CouponType];

/** A fraction off, 0 to 99 %, in millionths (practice 5.1). */
const CouponRate = IntField(0, 990_000);

/**
 * What a coupon is worth, without its record: who may use it when and where is decided elsewhere. Rate coupons need
 * `rate`, flat ones `valueMinor`, the threshold coupon also `targetMinor`; fields of another type are ignored.
 */
export const CouponValue = z
  .strictObject({
    type: CodeField(CouponType),
    valueMinor: Minor.optional(),
    rate: CouponRate.optional(),
    targetMinor: Minor.optional(),
  })
  .superRefine((coupon, context) => {
    const needs = (field: 'valueMinor' | 'rate' | 'targetMinor'): void => {
      if (coupon[field] === undefined) {
        context.addIssue({ code: 'invalid_type', expected: 'number', input: undefined, path: [field] });
      }
    };
    const isRate =
      coupon.type === CouponType.singleItemRate ||
      coupon.type === CouponType.wholeOrderRate ||
      coupon.type === CouponType.posRate;
    needs(isRate ? 'rate' : 'valueMinor');
    if (!isRate && coupon.valueMinor === 0) {
      context.addIssue({ code: 'too_small', origin: 'number', minimum: 1, inclusive: true, path: ['valueMinor'] });
    }
    if (coupon.type === CouponType.thresholdFlat) {
      needs('targetMinor');
      const { valueMinor = 0, targetMinor = valueMinor } = coupon;
      if (targetMinor < valueMinor) {
        // Specification, domain 5: the threshold is at least the actual reduction.
        context.addIssue({ code: 'custom', message: 'coupon.threshold-below-reduction', path: ['targetMinor'] });
      }
    }
  });
export type CouponValue = z.infer<typeof CouponValue>;
