import type * as z from 'zod';
import type { TimeRange } from '#platform/records/contract/fields.ts';

/** The hours of some days of the week: Monday is 1; a window that ends no later than it begins ends on the next day. */
export interface OpeningTime {
  readonly days: readonly number[];
  readonly window: TimeRange;
}

const MOST_OF_A_DAY = 4;
const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Minutes of the week, from Monday midnight: begin and length of each window. */
export function openingSpans({ days, window }: OpeningTime): { begin: number; minutes: number }[] {
  const from = minutesOf(window.from);
  const length = minutesOf(window.to) - from;
  const minutes = length > 0 ? length : length + DAY_MINUTES;
  return days.map((day) => ({ begin: (day - 1) * DAY_MINUTES + from, minutes }));
}

/** The week begins again behind its end. */
export const minutesAfter = (begin: number, at: number): number =>
  (((at - begin) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;

/** Windows of a day do not meet, and a day has at most four (settled 85). */
export function checkOpeningTimes(times: readonly OpeningTime[], context: z.RefinementCtx): void {
  const earlier: { begin: number; minutes: number }[] = [];
  const ofDay = new Map<number, number>();
  for (const [place, time] of times.entries()) {
    const spans = openingSpans(time);
    const meets = spans.some((one) =>
      earlier.some(
        (other) =>
          minutesAfter(other.begin, one.begin) < other.minutes || minutesAfter(one.begin, other.begin) < one.minutes,
      ),
    );
    if (meets) context.addIssue({ code: 'custom', message: 'spot.opening-times-overlap', path: [place, 'window'] });
    for (const day of time.days) ofDay.set(day, (ofDay.get(day) ?? 0) + 1);
    if (time.days.some((day) => (ofDay.get(day) ?? 0) > MOST_OF_A_DAY))
      context.addIssue({ code: 'custom', message: 'spot.opening-times-many', path: [place, 'days'] });
    earlier.push(...spans);
  }
}
