export const pointsProblems = {
  /** The tenant has closed points. */
  'points.closed': 409,
  'points.not-enough': 409,
  'points.nothing-to-change': 422,
  'points.unknown-customer': 404,
  /** Switched off or erased: nothing is given any more. */
  'points.customer-inactive': 409,
  'points.unknown-goods': 404,
  'points.off-sale': 409,
  'points.sold-out': 409,
  'points.limit-reached': 409,
  'points.coupon-not-issued': 409,
  'points.stock-below-redeemed': 422,
  'points.coupon-off': 422,
  'points.coupon-ended': 422,
  'points.coupon-none-left': 422,
  'points.coupon-deleted': 422,
  'points.unknown-redemption': 404,
  'points.already-reversed': 409,
  'points.code-used': 409,
} as const;
export type PointsProblem = keyof typeof pointsProblems;
