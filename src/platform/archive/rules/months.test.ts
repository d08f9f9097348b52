import { expect, test } from 'vitest';
import { boundsOf, leavesBefore, monthOf } from './months.ts';

test('a month ends where the next one begins, also that of a new year', () => {
  expect(boundsOf('2025-12')).toEqual({ from: new Date('2025-12-01T00:00:00Z'), to: new Date('2026-01-01T00:00:00Z') });
  expect(monthOf(new Date('2025-12-31T23:59:59.999Z'))).toBe('2025-12');
});

test.each([
  { days: 31, now: '2026-03-31T10:00:00Z', before: '2026-02-01T00:00:00Z' },
  { days: 31, now: '2026-04-01T10:00:00Z', before: '2026-03-01T00:00:00Z' },
  { days: 400, now: '2026-03-10T00:00:00Z', before: '2025-02-01T00:00:00Z' },
])('rows that stay $days days have left at $now up to $before', ({ days, now, before }) => {
  expect(leavesBefore(days, new Date(now))).toEqual(new Date(before));
});
