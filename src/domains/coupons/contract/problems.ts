export const couponProblems = {
  'coupon.unknown-code': 422,
  'coupon.not-valid-for-channel': 422,
  'coupon.threshold-not-reached': 422,
} as const;
export type CouponProblem = keyof typeof couponProblems;
