/** Overdue by this many days raises a major notice (practice 13). */
export const MAJOR_AT_DAYS = -3;

export interface MaintenanceUse {
  /** The interval. */
  readonly cups: number;
  readonly days: number;
  /** What it has come to since the last maintenance. */
  readonly cupsUsed: number;
  readonly daysGone: number;
  readonly cupsPerDay: number;
}

/**
 * Whole days to the next maintenance (practice 13): the smaller of cups left over average cups per day, and days left, rounded
 * down. A robot that makes nothing is due by its days, and by its cups only once these are used up.
 */
export function countdownDays({ cups, days, cupsUsed, daysGone, cupsPerDay }: MaintenanceUse): number {
  const daysLeft = days - daysGone;
  const cupsLeft = cups - cupsUsed;
  if (cupsLeft > 0 && cupsPerDay <= 0) return Math.floor(daysLeft);
  // above the cups by less than those of a day is due, not overdue by ages where next to nothing is sold
  const byCups = cupsLeft / (cupsLeft > 0 ? cupsPerDay : Math.max(cupsPerDay, 1));
  return Math.floor(Math.min(byCups, daysLeft));
}

/** What people are told at this countdown: nothing, that it is due, or that it is overdue. */
export function maintenanceAlarm(days: number): 'due' | 'overdue' | null {
  if (days <= MAJOR_AT_DAYS) return 'overdue';
  return days <= 0 ? 'due' : null;
}
