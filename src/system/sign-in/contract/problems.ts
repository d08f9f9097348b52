/** Their codes are older than this slice. */
export const signInProblems = {
  'session.login-key-invalid': 422,
  /** Reported only after the phone is proved. */
  'session.phone-registered': 422,
  'session.username-taken': 422,
  'session.email-taken': 422,
} as const;
