/** When people come to a spot: an office or a station with doors that close, or an airport or hospital that never does. */
export type Rhythm = 'business' | 'dayAndNight';

interface Day {
  readonly from: number;
  readonly until: number;
  /** By local hour, relative to each other. */
  readonly byHour: readonly number[];
  /** Factor on Saturdays and Sundays. */
  readonly weekend: number;
}

const DAYS: Readonly<Record<Rhythm, Day>> = {
  business: {
    from: 6,
    until: 23,
    byHour: [0, 0, 0, 0, 0, 0, 0.9, 1.6, 2.3, 2.1, 1.5, 1.4, 1.7, 1.8, 1.5, 1.4, 1.4, 1.3, 1.0, 0.8, 0.7, 0.5, 0.4, 0],
    weekend: 0.7,
  },
  dayAndNight: {
    from: 0,
    until: 24,
    byHour: [
      0.96, 0.95, 0.95, 0.95, 0.95, 0.96, 0.99, 1.04, 1.07, 1.06, 1.03, 1.01, 1.03, 1.04, 1.03, 1.01, 1.01, 1.02, 1.01,
      1.0, 0.99, 0.98, 0.97, 0.96,
    ],
    weekend: 0.98,
  },
};

/** Local hours in which the doors are open. */
export const OPENING_HOURS: Readonly<Record<Rhythm, { readonly from: number; readonly until: number }>> = DAYS;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const MEANS: Readonly<Record<Rhythm, number>> = {
  business: mean(DAYS.business.byHour),
  dayAndNight: mean(DAYS.dayAndNight.byHour),
};

/**
 * Factor on a spot's mean number of customers at this moment, by its own clock and weekday; 0 where the doors are closed. The
 * mean over a weekday is 1, so a spot with 20 customers an hour has 480 a day.
 */
export function busyness(now: Date, timeZone: string, rhythm: Rhythm): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const { byHour, from, until, weekend } = DAYS[rhythm];
  if (local.hour < from || local.hour >= until) return 0;
  const here = byHour[local.hour] ?? 0;
  const next = byHour[(local.hour + 1) % 24] ?? 0;
  const between = here + (next - here) * (local.minute / 60);
  return (between / MEANS[rhythm]) * (local.dayOfWeek >= 6 ? weekend : 1);
}
