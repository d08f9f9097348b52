import { addDays, localDay, startOfDay, wallClock } from '#platform/time/rules/local-day.ts';

const MINUTE_MS = 60_000;

/** As the tenant's settings keep them: `HH:mm`; the same time twice: there are none. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}
export const USUAL_QUIET_HOURS: QuietHours = { from: '21:00', to: '09:00' };

/**
 * When a message with an offer may leave: at once outside of the quiet hours on the receiver's clock, else at their next end
 * (practice 14). `undefined`: at once.
 */
export function afterQuietHours(
  now: Date,
  timeZone: string,
  { from, to }: QuietHours = USUAL_QUIET_HOURS,
): Date | undefined {
  const [begins, ends, minute] = [minuteOf(from), minuteOf(to), minuteAt(now, timeZone)];
  const overMidnight = begins > ends;
  const isQuiet = overMidnight ? minute >= begins || minute < ends : minute >= begins && minute < ends;
  if (!isQuiet) return undefined;
  const today = localDay(now, timeZone);
  return minuteOfDay(overMidnight && minute >= begins ? addDays(today, 1) : today, ends, timeZone);
}

function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

const minuteAt = (at: Date, timeZone: string): number =>
  minuteOf(/\d\d:\d\d/.exec(wallClock(at, timeZone))?.[0] ?? '12:00');

/** Days of 23 or 25 hours begin at midnight all the same. */
function minuteOfDay(day: string, minute: number, timeZone: string): Date {
  const guess = new Date(startOfDay(day, timeZone).getTime() + minute * MINUTE_MS);
  return new Date(guess.getTime() + (minute - minuteAt(guess, timeZone)) * MINUTE_MS);
}
