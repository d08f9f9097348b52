export const thirdLoginProblems = {
  'third-login.provider-unknown': 404,
  /** Used, late, or from another browser: the same answer. */
  'third-login.code-invalid': 422,
  'third-login.step-invalid': 422,
  'third-login.creation-closed': 422,
  'third-login.username-taken': 422,
  'third-login.account-unknown': 422,
  'third-login.administrator': 422,
  'third-login.cas-refused': 422,
  'third-login.service-foreign': 422,
  'third-login.provider-unavailable': 422,
  'third-login.place-unknown': 422,
  'third-login.tie-unknown': 404,
} as const;
