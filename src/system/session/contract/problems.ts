export const sessionProblems = {
  /** One answer for unknown account, wrong password and disabled account (security 4.7). */
  'session.login-refused': 422,
  'session.login-delayed': 429,
  'session.login-key-invalid': 422,
  'session.tenants-disabled': 422,
  'session.login-in-clear': 422,
  'session.department-not-yours': 403,
  'session.other-user': 403,
  'session.step-up-required': 403,
} as const;
