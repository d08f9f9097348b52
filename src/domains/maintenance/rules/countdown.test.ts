import { expect, test } from 'vitest';
import { countdownDays, maintenanceAlarm } from './countdown.ts';

const plan = { cups: 2000, days: 30 };

test.each([
  // the worked example of practice 13: min(3, 18)
  { cupsUsed: 1850, cupsPerDay: 50, daysGone: 12, left: 3 },
  { cupsUsed: 1849, cupsPerDay: 50, daysGone: 12, left: 3 },
  { cupsUsed: 1801, cupsPerDay: 50, daysGone: 12, left: 3 },
  { cupsUsed: 1800, cupsPerDay: 50, daysGone: 12, left: 4 },
  { cupsUsed: 100, cupsPerDay: 10, daysGone: 12, left: 18 },
  { cupsUsed: 1990, cupsPerDay: 0.5, daysGone: 1, left: 20 },
  { cupsUsed: 100, cupsPerDay: 0, daysGone: 29.5, left: 0 },
  { cupsUsed: 2000, cupsPerDay: 50, daysGone: 1, left: 0 },
  { cupsUsed: 2000, cupsPerDay: 0, daysGone: 1, left: 0 },
  { cupsUsed: 2150, cupsPerDay: 50, daysGone: 1, left: -3 },
  { cupsUsed: 0, cupsPerDay: 0, daysGone: 33, left: -3 },
  { cupsUsed: 2001, cupsPerDay: 0.1, daysGone: 1, left: -1 },
])('$cupsUsed cups used, $cupsPerDay per day, $daysGone days gone: $left days left', ({ left, ...use }) => {
  expect(countdownDays({ ...plan, ...use })).toBe(left);
});

test.each([
  [1, null],
  [0, 'due'],
  [-2, 'due'],
  [-3, 'overdue'],
  [-40, 'overdue'],
] as const)('at %i days: %s', (days, alarm) => {
  expect(maintenanceAlarm(days)).toBe(alarm);
});
