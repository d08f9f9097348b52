/** At most `most` requests within `seconds`, counted from the first one. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Requests for a code, by what was typed: it bothers the owner of that phone (security 4.6). */
export const RECEIVER_LIMITS: readonly Limit[] = [
  { most: 1, seconds: MINUTE },
  { most: 5, seconds: HOUR },
  { most: 10, seconds: DAY },
];
/**
 * What one address range may take of a receiver's share, whatever it types: a stranger who asks for codes all day leaves
 * some to the owner, who is elsewhere. An account is reached by its name, its phone and its mailbox, so three such shares
 * stay below what is really sent to one (`DELIVERY_LIMITS`).
 */
export const SOURCE_LIMITS: readonly Limit[] = [
  { most: 3, seconds: HOUR },
  { most: 6, seconds: DAY },
];
/** By address range; an office behind one address still gets along. */
export const ADDRESS_LIMITS: readonly Limit[] = [{ most: 30, seconds: HOUR }];
/** Messages that really go to one phone or mailbox, whatever was typed to reach it. */
export const DELIVERY_LIMITS: readonly Limit[] = [
  { most: 10, seconds: HOUR },
  { most: 20, seconds: DAY },
];
/** Messages that one tenant pays for. */
export const TENANT_LIMITS: readonly Limit[] = [{ most: 500, seconds: HOUR }];
/** Pictures by address range. */
export const CAPTCHA_LIMITS: readonly Limit[] = [{ most: 60, seconds: 10 * MINUTE }];

/** What is older decides nothing any more. */
export const LONGEST_WINDOW_MS = DAY * 1000;

export interface Usage {
  readonly seconds: number;
  readonly startedAt: Date;
  readonly used: number;
}

export type LimitDecision =
  | { readonly allowed: true; readonly usage: readonly Usage[] }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** May one more happen now, and what is noted then. A refused one is not counted, so waiting always ends. */
export function decideLimit(limits: readonly Limit[], known: readonly Usage[], now: Date): LimitDecision {
  let wait = 0;
  const usage = limits.map(({ most, seconds }): Usage => {
    const found = known.find((one) => one.seconds === seconds);
    const endsIn = found ? found.startedAt.getTime() + seconds * 1000 - now.getTime() : 0;
    if (!found || endsIn <= 0) return { seconds, startedAt: now, used: 1 };
    if (found.used >= most) wait = Math.max(wait, Math.ceil(endsIn / 1000));
    return { seconds, startedAt: found.startedAt, used: found.used + 1 };
  });
  return wait > 0 ? { allowed: false, retryAfterSeconds: wait } : { allowed: true, usage };
}
