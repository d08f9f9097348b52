import { expect, test } from 'vitest';
import { tenantState } from './tenant-state.ts';

const state = (today: string, beginDate: string | null, endDate: string | null, wanted = 1) =>
  tenantState({ wanted, beginDate, endDate }, today);

test.each([
  ['2027-03-01', null, null, 'active'],
  ['2027-03-01', '2027-03-01', '2027-03-01', 'active'],
  ['2027-02-28', '2027-03-01', null, 'notBegun'],
  ['2027-03-02', null, '2027-03-01', 'ended'],
] as const)('on %s, from %s to %s: %s', (today, begin, end, expected) => {
  expect(state(today, begin, end)).toBe(expected);
});

test('frozen by hand it stays frozen, whatever its days', () => {
  for (const [begin, end] of [
    [null, null],
    ['2028-01-01', null],
    [null, '2026-01-01'],
  ] as const)
    expect(state('2027-03-01', begin, end, 0)).toBe('frozen');
});
