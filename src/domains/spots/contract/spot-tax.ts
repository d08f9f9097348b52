import * as z from 'zod';

/** The spot's tax UI type (domain 3): prices with tax are inclusive, without tax exclusive (practice 4.2). */
export const TaxMode = z.enum(['inclusive', 'exclusive']);
export type TaxMode = z.infer<typeof TaxMode>;

/** The spot's switch "coupon before or after tax" (domain 3). */
export const CouponApplies = z.enum(['beforeTax', 'afterTax']);
export type CouponApplies = z.infer<typeof CouponApplies>;
