import { expect, test } from 'vitest';
import { periodDays } from './export-period.ts';

test.each([
  ['Europe/Oslo', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', '2026-11-16', '2026-11-22'],
  ['Asia/Shanghai', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', '2026-11-16', '2026-11-23'],
  ['Europe/Oslo', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z', '2027-03-28', '2027-03-28'],
  ['UTC', '2027-01-01T10:00:00Z', '2027-01-01T10:00:00Z', '2027-01-01', '2027-01-01'],
])('in %s the time from %s to %s is of the days %s to %s', (zone, from, to, first, last) => {
  expect(periodDays({ from: new Date(from), to: new Date(to) }, zone)).toEqual({ first, last });
});
