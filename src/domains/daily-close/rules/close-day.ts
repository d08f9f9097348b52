import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';

/** When a day is matched by itself, hours after it began to be over: by then providers and late robots have told. */
const NIGHT_HOURS = 3;
/** Days that are made up for where nothing ran for a while. */
const MOST_MISSED = 7;

export interface DaySpan {
  readonly day: string;
  readonly timeZone: string;
  readonly from: Date;
  readonly before: Date;
}

/**
 * The instants of a day. It begins where the day before ended, also where the tenant has changed its zone between them, so that no
 * moment is in two days or in none; it has 23 to 25 hours where clocks change.
 */
export function daySpan(day: string, timeZone: string, endOfDayBefore: Date | null): DaySpan {
  const before = startOfDay(addDays(day, 1), timeZone);
  const begins = endOfDayBefore !== null && endOfDayBefore < before ? endOfDayBefore : startOfDay(day, timeZone);
  return { day, timeZone, from: begins, before };
}

/** The last day that is over for so long that it is matched by itself, on the clocks of `timeZone`. */
export function lastDueDay(now: Date, timeZone: string): string {
  return addDays(localDay(new Date(now.getTime() - NIGHT_HOURS * 3_600_000), timeZone), -1);
}

/** The days to begin: yesterday, and those since the last one that nothing ran for; oldest first. */
export function dueDays(now: Date, timeZone: string, lastDay: string | null): readonly string[] {
  const last = lastDueDay(now, timeZone);
  if (lastDay === null) return [last];
  const days: string[] = [];
  for (let day = last; day > lastDay && days.length < MOST_MISSED; day = addDays(day, -1)) days.unshift(day);
  return days;
}
