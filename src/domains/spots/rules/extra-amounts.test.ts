import { expect, test } from 'vitest';
import { ExtraAmountRows } from '../contract/extra-amount.ts';

const faults = (rows: unknown): string[] => {
  const result = ExtraAmountRows.safeParse(rows);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};
const range = (minMinor: number, maxMinor: number) => ({ minMinor, maxMinor });

test.each([
  ['an amount', [{ ...range(10, 20), addMinor: 2 }], []],
  ['an amount of nothing', [{ ...range(10, 20), type: 'fixed', addMinor: 0, proportion: null }], []],
  ['a proportion', [{ ...range(10, 20), type: 'proportion', addMinor: null, proportion: 50_000 }], []],
  [
    'ranges beside each other',
    [
      { ...range(0, 10), addMinor: 2 },
      { ...range(10, 20), addMinor: 1 },
    ],
    [],
  ],
  ['an empty range', [{ ...range(20, 20), addMinor: 2 }], ['0.maxMinor spot.extra-range-empty']],
  [
    'a range upside down',
    [
      { ...range(0, 5), addMinor: 2 },
      { ...range(30, 20), addMinor: 2 },
    ],
    ['1.maxMinor spot.extra-range-empty'],
  ],
  [
    'ranges that meet',
    [
      { ...range(0, 10), addMinor: 2 },
      { ...range(9, 20), addMinor: 1 },
    ],
    ['1 spot.extra-ranges-overlap'],
  ],
  ['neither', [range(10, 20)], ['0.addMinor spot.extra-one-of']],
  ['both', [{ ...range(10, 20), addMinor: 2, proportion: 1 }], ['0.addMinor spot.extra-one-of']],
  [
    'the amount of a proportion',
    [{ ...range(10, 20), type: 'proportion', addMinor: 2 }],
    ['0.proportion spot.extra-one-of'],
  ],
  [
    'the proportion of an amount',
    [{ ...range(10, 20), type: 'fixed', proportion: 2 }],
    ['0.addMinor spot.extra-one-of'],
  ],
])('%s', (_, rows, expected) => {
  expect(faults(rows)).toEqual(expected);
});
