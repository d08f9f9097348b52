import { describe, expect, test } from 'vitest';
import { periodOf, randomText, serialNumber } from './fill-values.ts';

describe('numbers in a row', () => {
  test.each([
    [{ prefix: 'ORD', separator: '-', digits: 4 }, '20261125', 7, 'ORD-20261125-0007'],
    [{ prefix: 'ORD', separator: '', digits: 4 }, '20261125', 7, 'ORD202611250007'],
    [{ prefix: '', separator: '-', digits: 4 }, '202611', 7, '202611-0007'],
    [{ prefix: 'ORD', separator: '-', digits: 4 }, '', 7, 'ORD-0007'],
    [{ prefix: '', separator: '-', digits: 1 }, '', 7, '7'],
    [{ prefix: 'A', separator: '', digits: 2 }, '', 12_345, 'A12345'],
  ])('%j %s %i is %s', (parts, period, number, text) => {
    expect(serialNumber(parts, period, number)).toBe(text);
  });

  test.each([
    ['day', '20261125'],
    ['month', '202611'],
    ['year', '2026'],
    ['none', ''],
  ] as const)('count within a %s: %s', (part, period) => {
    expect(periodOf('20261125', part)).toBe(period);
  });
});

test.each([
  ['mixed', 4, '2222', 'ZZZZ'],
  ['digits', 3, '000', '999'],
  ['letters', 2, 'AA', 'ZZ'],
] as const)('a random code of %s has %i characters from %s to %s', (alphabet, length, first, last) => {
  expect(randomText(length, alphabet, () => 0)).toBe(first);
  expect(randomText(length, alphabet, (below) => below - 1)).toBe(last);
});
