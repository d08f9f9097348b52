import * as z from 'zod';
import { COUPON_APPLIES, TAX_MODES } from './spot-codes.ts';

export const TaxMode = z.enum(TAX_MODES);
export type TaxMode = z.infer<typeof TaxMode>;

export const CouponApplies = z.enum(COUPON_APPLIES);
export type CouponApplies = z.infer<typeof CouponApplies>;
