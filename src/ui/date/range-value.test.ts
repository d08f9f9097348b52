import { expect, test } from 'vitest';
import { UNFINISHED } from './date-value.ts';
import { isPreset, rangeFault, reachOf } from './range-value.ts';

test.each([
  ['2026-01-01', '2026-01-31', 31, undefined],
  ['2026-01-01', '2026-02-01', 31, 'tooLong'],
  ['2026-01-01', '2026-02-01', undefined, undefined],
  ['2026-01-01', '2026-01-01', 1, undefined],
  ['2026-01-02', '2026-01-01', 31, 'reversed'],
  ['', '2026-01-01', 31, 'missing'],
  ['2026-01-01', UNFINISHED, 31, 'missing'],
  ['2026-02-30', '2026-03-01', 31, 'missing'],
])('%s to %s with at most %s days: %s', (from, to, maxDays, fault) => {
  expect(rangeFault({ from, to }, maxDays)).toBe(fault);
});

test('within reach are the days that make the longest range, in both directions', () => {
  const { from, to } = reachOf('2026-11-10', 31);
  expect({ from, to }).toEqual({ from: '2026-10-11', to: '2026-12-10' });
  expect(rangeFault({ from, to: '2026-11-10' }, 31)).toBeUndefined();
  expect(rangeFault({ from: '2026-11-10', to }, 31)).toBeUndefined();
  expect(rangeFault({ from: '2026-10-10', to: '2026-11-10' }, 31)).toBe('tooLong');
});

test('a preset is known by its days', () => {
  const calendar = { today: '2026-11-22', weekStart: 'monday' } as const;
  expect(isPreset('lastWeek', { from: '2026-11-09', to: '2026-11-15' }, calendar)).toBe(true);
  expect(isPreset('lastWeek', { from: '2026-11-09', to: '2026-11-16' }, calendar)).toBe(false);
});
