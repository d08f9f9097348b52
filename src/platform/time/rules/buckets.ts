import { addDays, startOfDay } from './local-day.ts';

const HOUR_MS = 3_600_000;

/** The days that a series covers: `fromDay` of `timeZone` and those after it, `to` is the end of the last one. */
export interface BucketedDays {
  readonly fromDay: string;
  readonly days: number;
  readonly to: Date;
  readonly timeZone: string;
}

/** When the hours or days of a series begin, oldest first; a day on which clocks move has 23 or 25 hours (practice 17.4). */
export function bucketStarts(unit: 'hour' | 'day', { fromDay, days, to, timeZone }: BucketedDays): Date[] {
  if (unit === 'day') return Array.from({ length: days }, (_, index) => startOfDay(addDays(fromDay, index), timeZone));
  const first = startOfDay(fromDay, timeZone).getTime();
  const hours = Math.ceil((to.getTime() - first) / HOUR_MS);
  return Array.from({ length: hours }, (_, index) => new Date(first + index * HOUR_MS));
}

/**
 * The bucket that holds an instant. Where clocks go back over midnight the database begins the day an hour later than we do,
 * and an hour begins at half past where they move by half of one: looked up by the instant itself, such sums would be lost.
 */
export function bucketOf(starts: readonly Date[], at: Date): number {
  // halved, for the sums of a year look up some thousand instants
  let [first, last] = [0, starts.length - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((starts[middle] as Date) <= at) first = middle;
    else last = middle - 1;
  }
  return first;
}
