export const couponProblems = {
  'coupon.not-found': 404,
  'coupon.unknown-code': 422,
  // in the order in which they are checked (practice 5.4)
  'coupon.disabled': 422,
  'coupon.not-begun': 422,
  'coupon.ended': 422,
  'coupon.not-at-this-hour': 422,
  'coupon.not-at-this-spot': 422,
  'coupon.not-valid-for-channel': 422,
  'coupon.threshold-not-reached': 422,
  'coupon.code-void': 422,
  'coupon.code-of-another': 422,
  'coupon.code-used': 422,
  'coupon.code-held': 422,
  'coupon.no-uses-left': 422,
  'coupon.customer-needed': 422,
  'coupon.user-limit': 422,
  /** Its money is spent. */
  'coupon.budget-spent': 422,
  // of claims
  'coupon.not-claimable': 422,
  'coupon.none-left': 422,
  'coupon.already-claimed': 422,
  'coupon.batch-made': 409,
  'coupon.batch-too-many': 422,
  'coupon.has-codes': 409,
  'coupon.code-not-found': 404,
  'coupon.nobody': 422,
  'coupon.nothing-to-void': 422,
  'coupon.spots-not-yours': 403,
} as const;
export type CouponProblem = keyof typeof couponProblems;
