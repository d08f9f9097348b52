/** A clock that is further off is not believed (practice 9, security 10.5). Seconds. */
const SKEW_LIMIT_SECONDS = 300;
/** What clocks and networks are off by without meaning anything. */
const TOLERANCE_MS = 60_000;

export interface SaidTimes {
  /** By the cabinet's clock. */
  readonly deviceAt: Date;
  readonly receivedAt: Date;
  /** Seconds by which the cabinet's clock is ahead, as its last heartbeat showed: late events do not count for it. */
  readonly skewSeconds: number;
}

/** Whether the cabinet's clock is off by more than five minutes: what it says is flagged. */
export const isClockOff = ({ skewSeconds }: Pick<SaidTimes, 'skewSeconds'>): boolean =>
  Math.abs(skewSeconds) > SKEW_LIMIT_SECONDS;

/**
 * When something happened (practice 9): the cabinet's time, also of an event that comes hours late; the time of receipt where its clock
 * is off by more than five minutes, and never later than that.
 */
export function happenedAt(said: SaidTimes): Date {
  const { deviceAt, receivedAt } = said;
  return isClockOff(said) || deviceAt > receivedAt ? receivedAt : deviceAt;
}

/**
 * Whether the event is from before that moment, by a clock that is put right: it says nothing about what came after. A moment in the
 * future comes from a server whose clock is ahead, or was: nothing that is heard now would be news until then.
 */
export function isBefore({ deviceAt, receivedAt, skewSeconds }: SaidTimes, moment: Date): boolean {
  const known = Math.min(moment.getTime(), receivedAt.getTime());
  return deviceAt.getTime() - skewSeconds * 1000 < known - TOLERANCE_MS;
}
