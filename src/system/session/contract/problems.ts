export const sessionProblems = {
  /** One answer for unknown account, wrong password and disabled account (security 4.7). */
  'session.login-refused': 422,
  /** Said to who has proved that the account is his. */
  'session.frozen': 422,
  'session.tenants-disabled': 422,
  'session.department-not-yours': 403,
  'session.other-user': 403,
  'session.step-up-required': 403,
  'session.unknown-session': 404,
  'session.own-session': 409,
  /** Why a token is no longer valid, for the device that held it. */
  'session.ended-too-many': 401,
  'session.ended-forced': 401,
  'session.ended-password': 401,
  'session.ended-owner': 401,
  'session.ended-frozen': 401,
  'session.ended-tenant': 401,
  'session.ended-expired': 401,
} as const;
export type SessionProblem = keyof typeof sessionProblems;
