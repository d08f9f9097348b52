import type { WeekStart } from '#platform/time/rules/week.ts';
import { addDays, type DayRange, type LocalDay } from './zoned.ts';

export const DATE_PRESETS = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

/** What "today" and "this week" are in a tenant. */
export interface TenantCalendar {
  readonly today: LocalDay;
  readonly weekStart: WeekStart;
}

/** Presets count in the tenant's calendar (ux-guide 3), both ends included; "this" week and month end today. */
export function presetRange(preset: DatePreset, { today, weekStart }: TenantCalendar): DayRange {
  const weekBegan = addDays(today, -((weekday(today) + (weekStart === 'monday' ? 6 : 0)) % 7));
  const monthBegan = `${today.slice(0, 8)}01`;
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'thisWeek':
      return { from: weekBegan, to: today };
    case 'lastWeek':
      return { from: addDays(weekBegan, -7), to: addDays(weekBegan, -1) };
    case 'thisMonth':
      return { from: monthBegan, to: today };
    case 'lastMonth': {
      const to = addDays(monthBegan, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    }
  }
}

/** 0 is Sunday. */
const weekday = (day: LocalDay): number => new Date(`${day}T00:00:00Z`).getUTCDay();
