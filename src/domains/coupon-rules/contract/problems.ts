export const couponRuleProblems = {
  'coupon-rule.not-found': 404,
  'coupon-rule.run-not-found': 404,
  'coupon-rule.end-before-begin': 422,
  'coupon-rule.frequency-needed': 422,
  'coupon-rule.time-needed': 422,
  /** Not written as its frequency asks. */
  'coupon-rule.time-malformed': 422,
  'coupon-rule.suffix-malformed': 422,
  /** It has no run between its begin and its end. */
  'coupon-rule.never-runs': 422,
  'coupon-rule.not-timed': 422,
  'coupon-rule.outside-period': 422,
  'coupon-rule.still-running': 409,
  /** It has begun, or is over. */
  'coupon-rule.run-begun': 409,
  /** It ended by itself, or has not begun. */
  'coupon-rule.run-not-running': 409,
  /** There is no such tenant, or it is the same one. */
  'coupon-rule.lending-tenant': 422,
  'coupon-rule.lending-not-found': 404,
  // of runs
  'coupon-rule.gone': 404,
} as const;
