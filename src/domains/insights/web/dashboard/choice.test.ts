import { expect, test } from 'vitest';
import { choiceIn, paramsWith } from './choice.ts';

const TODAY = '2026-11-23';
const read = (text: string) => choiceIn(new URLSearchParams(text), TODAY, 'last7');

test.each([
  ['', 'last7', '2026-11-17', TODAY],
  ['period=today', 'today', TODAY, TODAY],
  ['period=yesterday', 'yesterday', '2026-11-22', '2026-11-22'],
  ['period=last30', 'last30', '2026-10-25', TODAY],
  ['period=never', 'last7', '2026-11-17', TODAY],
  ['from=2026-10-01&to=2026-10-02', 'custom', '2026-10-01', '2026-10-02'],
  ['from=2026-10-03&to=2026-10-02', 'last7', '2026-11-17', TODAY],
])('%s is %s', (text, period, from, to) => {
  expect(read(text)).toEqual({ period, days: { from, to }, spotId: undefined });
});

test('a choice is written so that it reads the same, and what is usual is left out', () => {
  const params = new URLSearchParams('spotId=s1&metric=cups&period=today');
  expect(paramsWith(params, { period: 'last7' }, 'last7').toString()).toBe('spotId=s1&metric=cups');
  expect(paramsWith(params, { spotId: null }, 'last7').toString()).toBe('metric=cups&period=today');
  expect(paramsWith(new URLSearchParams('page=3'), { period: 'today' }, 'last7').toString()).toBe('period=today');
  const days = { from: '2026-10-01', to: '2026-10-05' };
  expect(read(paramsWith(params, { days }, 'last7').toString())).toEqual({ period: 'custom', days, spotId: 's1' });
});
