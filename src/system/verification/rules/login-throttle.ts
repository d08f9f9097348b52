/** Failures remembered for one key: an account or an address range. */
export interface FailureCount {
  readonly failures: number;
  /** Of these, attempts that have begun and may still turn out right. */
  readonly undecided: number;
  readonly windowStartedAt: Date;
  readonly blockedUntil: Date | null;
}

export interface LoginAttempt {
  readonly account: FailureCount | null;
  readonly address: FailureCount | null;
  /**
   * Set when this account logged in from the same address range and user agent in the last 30 days: the tries that used
   * this since the last success. It passes the account's delay, so that no caller can lock others out.
   */
  readonly familiarTries: number | null;
}

export type AttemptDecision =
  | { allowed: true; byFamiliarity: boolean }
  /** `crowd`: too many attempts are under way, and no caller has failed too often yet. */
  | { allowed: false; because: 'failures' | 'crowd'; retryAfterSeconds: number };

export const FAILURE_WINDOW_MS = 15 * 60_000;
const FREE_FAILURES = 5;
const FAMILIAR_TRIES = 5;
const ADDRESS_FAILURES = 50;
/** By then the attempts under way are decided. */
const CROWD_SECONDS = 2;
export const LONGEST_DELAY_SECONDS = 900;
export const FAMILIAR_FOR_MS = 30 * 24 * 3600_000;

/** Seconds that an account waits after the given number of failures: 0 below five, then 1, 2, 4 … 900 (security 4.6). */
export function delaySeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY_SECONDS, 2 ** Math.min(failures - FREE_FAILURES, 10));
}

const windowEnd = (count: FailureCount): number => count.windowStartedAt.getTime() + FAILURE_WINDOW_MS;

/** Whole seconds until the count lets an attempt through again; 0 when it does now. */
function wait(count: FailureCount | null, now: Date): number {
  if (count === null || count.blockedUntil === null) return 0;
  return Math.max(0, Math.ceil((count.blockedUntil.getTime() - now.getTime()) / 1000));
}

/** May this attempt be tried at all, whatever its password says (security 4.6). */
export function decideAttempt(attempt: LoginAttempt, now: Date): AttemptDecision {
  const atAddress = refusalBy(attempt.address, ADDRESS_FAILURES, now);
  if (atAddress) return atAddress;
  const ofAccount = refusalBy(attempt.account, FREE_FAILURES, now);
  if (!ofAccount) return { allowed: true, byFamiliarity: false };
  if (attempt.familiarTries !== null && attempt.familiarTries < FAMILIAR_TRIES)
    return { allowed: true, byFamiliarity: true };
  return ofAccount;
}

function refusalBy(count: FailureCount | null, limit: number, now: Date): AttemptDecision | undefined {
  const seconds = wait(count, now);
  if (count === null || seconds === 0) return undefined;
  return count.failures - count.undecided >= limit
    ? { allowed: false, because: 'failures', retryAfterSeconds: seconds }
    : { allowed: false, because: 'crowd', retryAfterSeconds: Math.min(seconds, CROWD_SECONDS) };
}

/**
 * The account's count after one more attempt, which counts as failed until it is decided. It ends 15 minutes after it began, and once it delays, 15 minutes
 * after the delay ended.
 */
export function afterAccountAttempt(count: FailureCount | null, now: Date): FailureCount {
  const forgottenAt =
    count === null ? 0 : (count.blockedUntil?.getTime() ?? count.windowStartedAt.getTime()) + FAILURE_WINDOW_MS;
  const kept = count !== null && now.getTime() < forgottenAt ? count : null;
  const failures = (kept?.failures ?? 0) + 1;
  const delay = delaySeconds(failures);
  return {
    failures,
    undecided: (kept?.undecided ?? 0) + 1,
    windowStartedAt: kept?.windowStartedAt ?? now,
    blockedUntil: delay === 0 ? null : new Date(now.getTime() + delay * 1000),
  };
}

/** The address range's count after one more attempt, likewise: 50 in 15 minutes close it until the 15 minutes are over. */
export function afterAddressAttempt(count: FailureCount | null, now: Date): FailureCount {
  const kept = count !== null && now.getTime() < windowEnd(count) ? count : null;
  const next = {
    failures: (kept?.failures ?? 0) + 1,
    undecided: (kept?.undecided ?? 0) + 1,
    windowStartedAt: kept?.windowStartedAt ?? now,
    blockedUntil: null,
  };
  return next.failures < ADDRESS_FAILURES ? next : { ...next, blockedUntil: new Date(windowEnd(next)) };
}
