export const posProblems = {
  'pos.imei-taken': 409,
  'pos.imei-malformed': 422,
  /** It stands at a robot: it is unbound first. */
  'pos.bound': 409,
  'pos.not-bound': 409,
  'pos.robot-has-one': 409,
  'pos.robot-not-found': 404,
  'pos.disabled': 409,
  'pos.country-needed': 422,
  'pos.address-needed': 422,
  /** In the provider's words. */
  'pos.registration-refused': 422,
} as const;
