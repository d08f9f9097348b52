import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AmountTooLarge, multiplyRate, percentOf, roundHalfUp, roundToStep } from './rounding.ts';

test.each([
  [165n, 2n, 83],
  [-165n, 2n, -83],
  [164n, 2n, 82],
  [1n, 3n, 0],
  [2n, 3n, 1],
  [-1n, 3n, 0],
  [0n, 7n, 0],
])('%s / %s rounds to %s: half up, away from zero on ties', (numerator, denominator, rounded) => {
  expect(roundHalfUp(numerator, denominator)).toBe(rounded);
});

test.each([
  [333 * 3, 150_000, 150],
  [345, 100_000, 35],
  [1000, 88_750, 89],
  [0, 250_000, 0],
])('%i at %i millionths is %i', (minor, rate, result) => {
  expect(multiplyRate(minor, rate)).toBe(result);
});

test('a percentage is rounded half up', () => {
  expect(percentOf(3333, 10)).toBe(333);
  expect(percentOf(1, 50)).toBe(1);
});

test.each([
  { what: '2.625 OMR by card', total: 2625, step: 10, payable: 2630 },
  { what: '1.318 OMR by card', total: 1318, step: 10, payable: 1320 },
  { what: '42.49 SEK in cash', total: 4249, step: 100, payable: 4200 },
  { what: '42.50 SEK in cash', total: 4250, step: 100, payable: 4300 },
  { what: '7.50 NOK in cash', total: 750, step: 100, payable: 800 },
  { what: 'a step of one', total: 4249, step: 1, payable: 4249 },
])('$what: $total becomes $payable', ({ total, step, payable }) => {
  expect(roundToStep(total, step)).toBe(payable);
});

test('a result that JSON could not carry exactly is refused', () => {
  expect(() => multiplyRate(Number.MAX_SAFE_INTEGER, 2_000_000)).toThrow(AmountTooLarge);
  expect(() => roundToStep(Number.MAX_SAFE_INTEGER, 100)).toThrow(AmountTooLarge);
});

test('rounding to a step moves an amount by at most half a step', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(1, 5, 10, 100), (total, step) => {
      const rounded = roundToStep(total, step);
      expect(rounded % step).toBe(0);
      expect(Math.abs(rounded - total) * 2).toBeLessThanOrEqual(step);
    }),
  );
});

test('rounding is symmetric around zero', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 1n, max: 10n ** 6n }), (n, d) => {
      expect(roundHalfUp(-n, d) + roundHalfUp(n, d)).toBe(0);
    }),
  );
});
