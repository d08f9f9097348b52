import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { ClaimFrequency } from '../contract/coupons.ts';

export interface ClaimPeriod {
  /** One code for one customer in each. */
  readonly key: string;
  /** When it began; null where there is one period for ever. */
  readonly from: Date | null;
}

/** The period of a claim at `now` in the tenant's zone: constant, day, ISO week (Monday first) or month (practice 5.5). */
export function claimPeriod(frequency: number, now: Date, timeZone: string): ClaimPeriod {
  const day = localDay(now, timeZone);
  switch (frequency) {
    case ClaimFrequency.daily:
      return { key: day, from: startOfDay(day, timeZone) };
    case ClaimFrequency.weekly: {
      const date = Temporal.PlainDate.from(day);
      const week = String(date.weekOfYear).padStart(2, '0');
      return {
        key: `${date.yearOfWeek}-W${week}`,
        from: startOfDay(addDays(day, 1 - date.dayOfWeek), timeZone),
      };
    }
    case ClaimFrequency.monthly:
      return { key: day.slice(0, 7), from: startOfDay(`${day.slice(0, 7)}-01`, timeZone) };
    default:
      return { key: 'once', from: null };
  }
}
