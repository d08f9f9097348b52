/**
 * Days of a tenant. A day is written `yyyy-MM-dd`; it begins at the first instant that its zone gives that date, which is
 * not always midnight, and has 23 to 25 hours where clocks change (security 17.1).
 */

/** The day that `instant` falls on in `timeZone`. */
export function localDay(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toPlainDate().toString();
}

/** The same as `yyyyMMdd`, for numbers shown to people (practice 2.4). */
export function compactLocalDay(instant: Date, timeZone: string): string {
  return localDay(instant, timeZone).replaceAll('-', '');
}

/** The clock of `timeZone` at `instant`, `yyyy-MM-dd HH:mm:ss`, as older clients show times (system-api.md 1.2). */
export function wallClock(instant: Date, timeZone: string): string {
  const { year, month, day, hour, minute, second } = zoned(instant, timeZone).toPlainDateTime();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${[hour, minute, second].map(two).join(':')}`;
}

/** The instant at which the clock of `timeZone` shows `yyyy-MM-dd HH:mm:ss`; undefined for what is no time. */
export function instantOf(written: string, timeZone: string): Date | undefined {
  try {
    const shown = Temporal.PlainDateTime.from(written.replace(' ', 'T'), { overflow: 'reject' });
    return new Date(shown.toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** The first instant of a day. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

/** `from` belongs to the range, `before` does not. */
export interface InstantRange {
  readonly from: Date;
  readonly before: Date;
}

/** The instants of the days `firstDay` to `lastDay`, both included. */
export function dayRange(firstDay: string, lastDay: string, timeZone: string): InstantRange {
  return { from: startOfDay(firstDay, timeZone), before: startOfDay(addDays(lastDay, 1), timeZone) };
}

/** The calendar day `days` later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Days from `firstDay` to `lastDay`, both counted: 1 for the same day, 0 or less when reversed. */
export function countDays(firstDay: string, lastDay: string): number {
  return Temporal.PlainDate.from(firstDay).until(lastDay, { largestUnit: 'days' }).days + 1;
}

/** The same time of day `days` later on the clocks of `timeZone`; never a multiple of 24 hours. */
export function addLocalDays(instant: Date, days: number, timeZone: string): Date {
  return new Date(zoned(instant, timeZone).add({ days }).epochMilliseconds);
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}
