import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueAxis, writtenLabels } from './axis.ts';

const of = (...values: (number | null)[]) => [{ key: 'a', label: 'A', values }];

test.each([
  [of(0, 0), 1, [0]],
  [of(null, 3), 3, [0, 1, 2, 3]],
  [of(7, 12), 12, [0, 2, 4, 6, 8, 10, 12]],
  [of(955_20), 100_000, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
])('%j ends at %i', (series, top, ticks) => {
  expect(valueAxis(series)).toEqual({ top, ticks });
});

test('whatever is drawn stays below the top, and the lines are whole numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 40 }), (values) => {
      const { top, ticks } = valueAxis(of(...values));
      expect(top).toBeGreaterThanOrEqual(Math.max(...values));
      expect(ticks[0]).toBe(0);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(10);
    }),
  );
});

test.each([
  [24, 1000, 40, 24],
  [24, 480, 40, 12],
  [24, 250, 40, 6],
  [30, 1000, 60, 15],
  [366, 900, 60, 13],
  [1, 10, 60, 1],
])('of %i labels over %i px, %i px each, %i are written', (count, width, each, written) => {
  const labels = writtenLabels(count, width, each);
  expect(labels).toHaveLength(written);
  expect(labels[0]).toBe(0);
  expect(labels.length * each).toBeLessThanOrEqual(Math.max(width, each));
});
