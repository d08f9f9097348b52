/** Failures remembered for one key: an account, an address range, or a familiar place of an account. */
export interface FailureCount {
  readonly failures: number;
  readonly windowStartedAt: Date;
  readonly lastFailureAt: Date;
}

export interface LoginAttempt {
  readonly account: FailureCount | null;
  readonly address: FailureCount | null;
  /**
   * Set when this account logged in from the same address range and user agent in the last 30 days: the failures made
   * from there. It passes the account's delay, so that nobody can lock others out.
   */
  readonly familiar: { readonly failures: FailureCount | null } | null;
}

export type AttemptDecision = { allowed: true; byFamiliarity: boolean } | { allowed: false; retryAfterSeconds: number };

export const FAILURE_WINDOW_MS = 15 * 60_000;
export const FREE_FAILURES = 5;
export const FAMILIAR_FAILURES = 5;
export const ADDRESS_FAILURES = 50;
export const LONGEST_DELAY_SECONDS = 900;
export const FAMILIAR_FOR_MS = 30 * 24 * 3600_000;

/** Seconds to wait after the given number of failures: 0 below five, then 1, 2, 4 … 900 (security 4.6). */
export function delaySeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY_SECONDS, 2 ** Math.min(failures - FREE_FAILURES, 10));
}

/** The instant from which old failures count no more: 15 minutes, and for a delayed account after its delay. */
function forgottenAt(count: FailureCount): number {
  const delay = delaySeconds(count.failures);
  if (delay === 0) return count.windowStartedAt.getTime() + FAILURE_WINDOW_MS;
  return count.lastFailureAt.getTime() + delay * 1000 + FAILURE_WINDOW_MS;
}

const secondsUntil = (instant: number, now: Date): number => Math.ceil((instant - now.getTime()) / 1000);

function isOver(count: FailureCount | null, limit: number, now: Date): count is FailureCount {
  return (
    count !== null && count.failures >= limit && now.getTime() < count.windowStartedAt.getTime() + FAILURE_WINDOW_MS
  );
}

/** May this attempt be tried at all, whatever its password says (security 4.6). */
export function decideAttempt(attempt: LoginAttempt, now: Date): AttemptDecision {
  const { account, address, familiar } = attempt;
  if (isOver(address, ADDRESS_FAILURES, now)) {
    return {
      allowed: false,
      retryAfterSeconds: secondsUntil(address.windowStartedAt.getTime() + FAILURE_WINDOW_MS, now),
    };
  }
  const opensAt = account === null ? 0 : account.lastFailureAt.getTime() + delaySeconds(account.failures) * 1000;
  if (opensAt <= now.getTime()) return { allowed: true, byFamiliarity: false };
  if (familiar !== null && !isOver(familiar.failures, FAMILIAR_FAILURES, now))
    return { allowed: true, byFamiliarity: true };
  return { allowed: false, retryAfterSeconds: secondsUntil(opensAt, now) };
}

/** The count after one more failure. For an address the window is fixed; an account is forgotten later while it is delayed. */
export function afterFailure(
  count: FailureCount | null,
  kind: 'account' | 'address' | 'familiar',
  now: Date,
): FailureCount {
  const over =
    count === null ||
    now.getTime() >= (kind === 'account' ? forgottenAt(count) : count.windowStartedAt.getTime() + FAILURE_WINDOW_MS);
  if (over) return { failures: 1, windowStartedAt: now, lastFailureAt: now };
  return { failures: count.failures + 1, windowStartedAt: count.windowStartedAt, lastFailureAt: now };
}

/** The key that failures of an account are counted under: no spelling of the same account gets its own count (security 4.6). */
export function normalAccount(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase();
}

/**
 * The range an address belongs to: /24 of IPv4, /64 of IPv6 (security 4.6). IPv4 inside IPv6 counts as IPv4; what is no
 * address stays itself.
 */
export function addressRange(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase();
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(plain);
  if (v4) return `${v4[1]}.${v4[2]}.${v4[3]}.0/24`;
  if (!plain.includes(':')) return plain.slice(0, 64);
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
