import { expect, test } from 'vitest';
import { sumMinor, timesMinor } from './money.ts';

test('sums and products beyond exact integers are refused', () => {
  expect(sumMinor([1, 2, 3])).toBe(6);
  expect(sumMinor([])).toBe(0);
  expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
  expect(() => timesMinor(Number.MAX_SAFE_INTEGER, 2)).toThrow(RangeError);
});
