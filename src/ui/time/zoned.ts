import { wallClock } from './format-time.ts';

/** A calendar day as `yyyy-MM-dd`. */
export type LocalDay = string;

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

/** The instant (epoch ms) at which a zone's wall clock shows `yyyy-MM-ddTHH:mm[:ss]`; in a spring gap the clock moved on. */
export function instantOf(wall: string, timeZone: string): number {
  const wanted = Date.parse(`${wall.length === 10 ? `${wall}T00:00:00` : wall}Z`);
  const shows = (at: number): number => {
    const { year, month, day, hour, minute, second } = wallClock(at, timeZone);
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  // The offset a day before and a day after; where they differ, the first one that really shows the wanted time wins.
  const before = wanted - (shows(wanted - DAY_MS) - (wanted - DAY_MS));
  const after = wanted - (shows(wanted + DAY_MS) - (wanted + DAY_MS));
  if (shows(before) === wanted) return before;
  if (shows(after) === wanted) return after;
  return before;
}

/** For `<input type="datetime-local">`. */
export function wallText(at: number, timeZone: string): string {
  const { hour, minute } = wallClock(at, timeZone);
  return `${dayIn(at, timeZone)}T${two(hour)}:${two(minute)}`;
}

export interface DayRange {
  readonly from: LocalDay;
  readonly to: LocalDay;
}

export const DATE_PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth'] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

/** Presets count in the tenant's calendar (ux-guide 3), both ends included. */
export function presetRange(preset: DatePreset, today: LocalDay): DayRange {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'thisMonth':
      return { from: `${today.slice(0, 8)}01`, to: today };
  }
}
