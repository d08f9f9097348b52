import { type DatePreset, presetRange, type TenantCalendar } from '../time/presets.ts';
import { addDays, type DayRange, daysCounted, isDay } from '../time/zoned.ts';

/** Two days as they are being entered: each may be empty or typed in part. */
export type EnteredRange = DayRange;

export type RangeFault = 'missing' | 'reversed' | 'tooLong';

/** Why two days are no range; both are included, so that 1 to 31 January has 31 days. */
export function rangeFault({ from, to }: EnteredRange, maxDays: number | undefined): RangeFault | undefined {
  if (!isDay(from) || !isDay(to)) return 'missing';
  if (from > to) return 'reversed';
  return maxDays !== undefined && daysCounted(from, to) > maxDays ? 'tooLong' : undefined;
}

/** The days that can be the other end of a range of at most so many days. */
export function reachOf(day: string, maxDays: number): DayRange {
  return { from: addDays(day, 1 - maxDays), to: addDays(day, maxDays - 1) };
}

export function isPreset(preset: DatePreset, { from, to }: EnteredRange, calendar: TenantCalendar): boolean {
  const days = presetRange(preset, calendar);
  return days.from === from && days.to === to;
}
