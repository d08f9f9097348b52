/** How far back use is looked at, and how far ahead a forecast says anything (practice 13). */
export const FORECAST_DAYS = 14;
const HOURS_OF_WEEK = 168;
const HOURS_OF_DAY = 24;

/** What a robot used of one material, in its unit, in each hour of the week: Monday from midnight is 0, on the tenant's clock. */
export type WeekOfUse = readonly number[];

/** Where in its week a moment lies on the tenant's clock: the hour, and how many minutes of it have gone. */
export function hourOfWeek(now: Date, timeZone: string): { at: number; minutes: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return { at: (local.dayOfWeek - 1) * HOURS_OF_DAY + local.hour, minutes: local.minute };
}

/**
 * Average use in each hour of the week: what was used in it, over how often it came in the `hours` before the hour of now
 * (`at`, of the week). An hour that has not come yet takes the average of its time of day, else that of all hours.
 */
export function averageUse(used: WeekOfUse, at: number, hours: number): number[] {
  const seen = Array.from({ length: HOURS_OF_WEEK }, () => 0);
  for (let back = 1; back <= hours; back++) {
    const hour = inWeek(at - back);
    seen[hour] = (seen[hour] ?? 0) + 1;
  }
  const mean = (which: (hour: number) => boolean): number | undefined => {
    let [sum, count] = [0, 0];
    for (const [hour, times] of seen.entries())
      if (which(hour)) [sum, count] = [sum + (used[hour] ?? 0), count + times];
    return count === 0 ? undefined : sum / count;
  };
  return seen.map(
    (times, hour) =>
      (times > 0 ? (used[hour] ?? 0) / times : mean((other) => other % HOURS_OF_DAY === hour % HOURS_OF_DAY)) ??
      mean(() => true) ??
      0,
  );
}

/**
 * Hours until `level` is used up, by the average use of each hour that comes (practice 13: the last 14 days, same weekday and
 * hour). `at` is the hour of the week, `minutes` how much of it has gone. Null where it reaches for more than 14 days.
 */
export function hoursToEmpty(level: number, use: WeekOfUse, at: number, minutes: number): number | null {
  if (level <= 0) return 0;
  let left = level;
  let hours = 0;
  for (let ahead = 0; hours < FORECAST_DAYS * HOURS_OF_DAY; ahead++) {
    const part = ahead === 0 ? 1 - minutes / 60 : 1;
    const perHour = use[inWeek(at + ahead)] ?? 0;
    if (perHour * part >= left) return hours + left / perHour;
    left -= perHour * part;
    hours += part;
  }
  return null;
}

/** What will be used in the `hours` from now on, by the same averages. */
export function neededWithin(hours: number, use: WeekOfUse, at: number, minutes: number): number {
  let [sum, gone] = [0, 0];
  for (let ahead = 0; gone < hours; ahead++) {
    const part = Math.min(ahead === 0 ? 1 - minutes / 60 : 1, hours - gone);
    sum += (use[inWeek(at + ahead)] ?? 0) * part;
    gone += part;
  }
  return sum;
}

const inWeek = (hour: number): number => ((hour % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK;
