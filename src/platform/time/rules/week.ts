import { joinWords } from '#platform/i18n/rules/join-words.ts';

export type WeekStart = 'monday' | 'sunday';

/**
 * Weeks start on Monday, as ISO 8601, China's GB/T 7408 and practice 7.2 and 17 have it; where the tenant writes the month
 * first, which only America does, on Sunday. The tenant decides and not the reader, so that "this week" of a shared view has
 * the same days for everybody.
 */
export function weekStartOf(timeFormat: string): WeekStart {
  return timeFormat.startsWith('MM') ? 'sunday' : 'monday';
}

/** As ISO 8601 counts them: Monday is 1, Sunday is 7. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A Monday; the days behind it have the other names. */
const MONDAY = Date.UTC(2027, 0, 4);
const DAY_MS = 86_400_000;

/** The seven days in the order of a calendar. */
export function weekFrom(weekStart: WeekStart): readonly Weekday[] {
  return weekStart === 'monday' ? WEEKDAYS : [7, 1, 2, 3, 4, 5, 6];
}

export function weekdayName(day: Weekday, language: string, width: 'short' | 'long' = 'short'): string {
  const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
  return format.format(new Date(MONDAY + (day - 1) * DAY_MS));
}

/** From so many days in a row on, the first and the last are named. */
const RUN = 3;

/** `Mon–Fri, Sun`: by short names in the order of a calendar, days in a row by the first and the last. */
export function daysInWords(days: readonly number[], weekStart: WeekStart, language: string): string {
  const runs: Weekday[][] = [];
  let run: Weekday[] = [];
  for (const day of weekFrom(weekStart)) {
    if (!days.includes(day)) run = [];
    else if (run.push(day) === 1) runs.push(run);
  }
  const name = (day: Weekday): string => weekdayName(day, language);
  const dash = language.startsWith('zh') ? '至' : '–';
  const words = runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (run.length < RUN || !first || !last) return run.map(name);
    return [`${name(first)}${dash}${name(last)}`];
  });
  return joinWords(words, language);
}

/** The days of a value that is a list of them; anything else has none. */
export function weekdaysIn(value: unknown): readonly Weekday[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [];
  return WEEKDAYS.filter((day) => listed.includes(day));
}

/** Puts a day in or takes it out; days are kept in the order of ISO 8601, whatever week the reader sees. */
export function withWeekday(days: readonly Weekday[], day: Weekday): readonly Weekday[] {
  return WEEKDAYS.filter((one) => (one === day ? !days.includes(day) : days.includes(one)));
}
