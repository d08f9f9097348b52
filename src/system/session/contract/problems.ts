export const sessionProblems = {
  /** One answer for unknown account, wrong password and disabled account (security 4.7). */
  'session.login-refused': 422,
  'session.login-delayed': 429,
  'session.login-crowded': 429,
  'session.login-key-invalid': 422,
  'session.tenants-disabled': 422,
  'session.login-in-clear': 422,
  'session.department-not-yours': 403,
  'session.other-user': 403,
  'session.step-up-required': 403,
  'session.captcha-refused': 422,
  'session.captcha-too-many': 429,
  'session.code-too-soon': 429,
  /** Without a country nothing can be sent, and nothing is said to be (system-api.md 2.3). */
  'session.phone-without-country': 422,
  /** One answer for wrong, late, used and never sent codes, and for numbers that are nobody's (security 4.7). */
  'session.code-refused': 422,
  'session.alteration-over': 422,
  /** Told only after the phone is proved. */
  'session.phone-registered': 422,
  'session.username-taken': 422,
  'session.email-taken': 422,
  'session.passwords-differ': 422,
  'session.old-password-refused': 422,
  'session.password-refused': 422,
  'session.unknown-session': 404,
  /** Why a token opens nothing any more, told to the device that held it. */
  'session.ended-too-many': 401,
  'session.ended-forced': 401,
  'session.ended-password': 401,
  'session.ended-frozen': 401,
  'session.ended-expired': 401,
} as const;
export type SessionProblem = keyof typeof sessionProblems;
