import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestRemainder } from './largest-remainder.ts';

test.each([
  { total: 69, weights: [345, 345], parts: [35, 34] },
  { total: 1000, weights: [999, 999, 999], parts: [334, 333, 333] },
  { total: 300, weights: [1200, 800], parts: [180, 120] },
  { total: 1470, weights: [2800, 7000], parts: [420, 1050] },
  { total: 1000, weights: [2800, 2200], parts: [560, 440] },
  { total: 2, weights: [1, 5, 1], parts: [0, 2, 0] },
  { total: 0, weights: [0, 0], parts: [0, 0] },
  { total: 5, weights: [0, 7], parts: [0, 5] },
])('$total over $weights is $parts', ({ total, weights, parts }) => {
  expect(largestRemainder(total, weights)).toEqual(parts);
});

test('an amount cannot be split over nothing', () => {
  expect(() => largestRemainder(1, [0, 0])).toThrow(RangeError);
  expect(() => largestRemainder(1, [])).toThrow(RangeError);
});

test('the parts add up exactly, differ from the exact share by less than one, and stay inside their weights', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (given, portion) => {
      const sum = given.reduce((a, b) => a + b, 0);
      const total = Math.floor(sum * portion);
      const parts = largestRemainder(total, given);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
      for (const [index, part] of parts.entries()) {
        const weight = given[index] as number;
        expect(part).toBeLessThanOrEqual(weight);
        expect(part).toBeGreaterThanOrEqual(0);
        if (sum > 0) expect(Math.abs(part - (total * weight) / sum)).toBeLessThan(1.000001);
      }
    }),
  );
});
