const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Seconds between one attempt and the next: dense at first, for a restart of the receiver, then over three days. */
const WAITS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  16 * HOUR,
  24 * HOUR,
];

export const MAX_ATTEMPTS = WAITS.length + 1;

/** When to try again after so many attempts, counted from now; undefined: it is given up. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait * 1_000);
}

/** What the answer of a receiver means. 410 says that nobody is there any more. */
export function verdictOf(status: number): 'delivered' | 'gone' | 'again' {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'again';
}
