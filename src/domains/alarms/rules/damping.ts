const MINUTE_MS = 60_000;
/** So often within one alarm is no coincidence any more. */
const SWINGS_FROM = 3;
/** What has been over for longer than this never comes back as the same alarm. */
export const LONGEST_SAME_MS = 60 * MINUTE_MS;

/** How an alarm that comes and goes is kept from calling each time (practice 12, alarm manners). Milliseconds. */
export interface Damping {
  /** What comes back within this time goes on as the same alarm. */
  readonly sameWithinMs: number;
  /** Those who were called learn that it is over when it has stayed so for this long. */
  readonly clearAfterMs: number;
}

/** `count`: how often it was raised so far. One that swings is the same for an hour, and over only after half an hour of peace. */
export function dampingOf(count: number): Damping {
  return isSwinging(count)
    ? { sameWithinMs: LONGEST_SAME_MS, clearAfterMs: 30 * MINUTE_MS }
    : { sameWithinMs: 10 * MINUTE_MS, clearAfterMs: 2 * MINUTE_MS };
}

export const isSwinging = (count: number): boolean => count >= SWINGS_FROM;

const CALM_MS = 2 * MINUTE_MS;
const LONGEST_CALM_MS = 30 * MINUTE_MS;

/**
 * How long somebody is left in peace after a message, by how many he has had within the last hour: two minutes, then twice as
 * long each time, half an hour at most. What comes meanwhile is in the next message. A critical alarm of which he has not heard waits
 * two minutes at most: small matters do not stand before it (practice 12). Milliseconds.
 */
export const calmAfter = (messagesOfHour: number, { isUrgent = false } = {}): number =>
  isUrgent ? CALM_MS : Math.min(LONGEST_CALM_MS, CALM_MS * 2 ** Math.max(0, messagesOfHour - 1));
