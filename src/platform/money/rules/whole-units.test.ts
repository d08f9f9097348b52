import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeUnits } from '../contract/whole-units.ts';

test.each([
  [0.2, 200_000],
  [0.29, 290_000],
  [0.07, 70_000],
  [0, 0],
  [1e-6, 1],
  [1e-7, Number.NaN],
  [0.5e-6, Number.NaN],
  [0.200_000_1, Number.NaN],
  [1 / 3, Number.NaN],
  [Number.NaN, Number.NaN],
])('%d is %s millionths', (value, units) => {
  expect(wholeUnits(value, 6)).toBe(units);
});

test('every number of millionths is read back from its fraction, and nothing between two is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 9 }), (millionths, tenth) => {
      expect(wholeUnits(millionths / 1_000_000, 6)).toBe(millionths);
      expect(wholeUnits(Number(`0.${String(millionths).padStart(6, '0')}${tenth}`), 6)).toBeNaN();
    }),
  );
});
