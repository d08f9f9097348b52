/**
 * How busy a spot is, by local hour: two peaks, quiet nights. The mean over the day is 1, so a spot with 20 customers an
 * hour has 480 a day. Nights are not empty, so that a demo at midnight shows life too.
 */
const BUSY_BY_HOUR = [
  0.25, 0.2, 0.2, 0.2, 0.25, 0.4, 0.8, 1.6, 2.3, 2.1, 1.5, 1.4, 1.7, 1.8, 1.5, 1.4, 1.4, 1.3, 1.0, 0.8, 0.7, 0.5, 0.4,
  0.3,
] as const;
const MEAN = BUSY_BY_HOUR.reduce((sum, value) => sum + value, 0) / BUSY_BY_HOUR.length;
const WEEKEND = 0.7;

/** Factor on a spot's mean number of customers at this moment, by its own clock and weekday. */
export function busyness(now: Date, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const here = BUSY_BY_HOUR[local.hour] ?? 1;
  const next = BUSY_BY_HOUR[(local.hour + 1) % 24] ?? 1;
  const between = here + (next - here) * (local.minute / 60);
  return (between / MEAN) * (local.dayOfWeek >= 6 ? WEEKEND : 1);
}
