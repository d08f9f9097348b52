/** Their codes are older than this slice. */
export const verificationProblems = {
  'session.login-delayed': 429,
  'session.login-crowded': 429,
  'session.login-in-clear': 422,
  'session.captcha-refused': 422,
  'session.captcha-too-many': 429,
  'session.code-too-soon': 429,
  /** Without a country nothing can be sent, and nothing is said to be (system-api.md 2.3). */
  'session.phone-without-country': 422,
  /** Written without its country in a tenant where numbers are others. */
  'session.phone-of-elsewhere': 422,
  /** One answer for wrong, late, used and never sent codes, and for unknown numbers (security 4.7). */
  'session.code-refused': 422,
} as const;
