import { wallClock } from './format-time.ts';

/** A calendar day as `yyyy-MM-dd`. */
export type LocalDay = string;

export interface DayRange {
  readonly from: LocalDay;
  readonly to: LocalDay;
}

const two = (value: number): string => String(value).padStart(2, '0');
const DAY_MS = 86_400_000;

/** The day that a zone's calendar shows at an instant. */
export function dayIn(at: number, timeZone: string): LocalDay {
  const { year, month, day } = wallClock(at, timeZone);
  return `${year}-${two(month)}-${two(day)}`;
}

export function addDays(day: LocalDay, days: number): LocalDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one to the other, both counted: the same day is 1. */
export function daysCounted(from: LocalDay, to: LocalDay): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && addDaysSafe(text) === text;
}

function addDaysSafe(day: string): string | undefined {
  return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? undefined : addDays(day, 0);
}

/** Epoch ms of `yyyy-MM-dd[THH:mm[:ss]]`, read as if the clock stood in UTC. */
export function wallMs(wall: string): number {
  return Date.parse(`${wall.length === 10 ? `${wall}T00:00` : wall}Z`);
}

/** What a wall clock shows, as `wallMs` counts: the distance to the instant is the zone's offset. */
export function shownMs(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The instants that the offsets of the day before and of the day after make of a time. */
function guesses(wall: string, timeZone: string): readonly [before: number, after: number] {
  const wanted = wallMs(wall);
  const offsetAt = (at: number): number => shownMs(at, timeZone) - at;
  return [wanted - offsetAt(wanted - DAY_MS), wanted - offsetAt(wanted + DAY_MS)];
}

/**
 * The instants (epoch ms), first one first, at which a zone's wall clock shows `yyyy-MM-ddTHH:mm[:ss]`: none where spring skips
 * it, two in an hour that autumn repeats.
 */
export function instantsAt(wall: string, timeZone: string): readonly number[] {
  const wanted = wallMs(wall);
  const right = guesses(wall, timeZone).filter((at) => shownMs(at, timeZone) === wanted);
  return [...new Set(right)].sort((a, b) => a - b);
}

/** The first instant (epoch ms) at which a zone's wall clock shows this; in a spring gap the clock moved on. */
export function instantOf(wall: string, timeZone: string): number {
  return instantsAt(wall, timeZone)[0] ?? guesses(wall, timeZone)[0];
}

/** `yyyy-MM-ddTHH:mm`, what the wall clock of a zone shows. */
export function wallText(at: number, timeZone: string): string {
  const { hour, minute } = wallClock(at, timeZone);
  return `${dayIn(at, timeZone)}T${two(hour)}:${two(minute)}`;
}
