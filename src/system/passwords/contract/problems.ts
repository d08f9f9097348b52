/** Their codes are older than this slice. */
export const passwordProblems = {
  'session.alteration-over': 422,
  'session.passwords-differ': 422,
  'session.old-password-refused': 422,
  'session.password-refused': 422,
} as const;
