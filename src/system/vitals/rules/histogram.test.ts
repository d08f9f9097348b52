import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { METRICS, type Metric } from '../contract/metrics.ts';
import { addCounts, BOUNDS, bucketOf, bucketsOf, GOOD, goodMillionths, percentileOf } from './histogram.ts';

const counted = (metric: Metric, values: readonly number[]): number[] => {
  const counts = Array.from({ length: bucketsOf(metric) }, () => 0);
  for (const value of values) counts[bucketOf(metric, value)]! += 1;
  return counts;
};
const someMetric = fc.constantFrom(...METRICS);
const someVisits = someMetric.chain((metric) =>
  fc.tuple(
    fc.constant(metric),
    fc.array(fc.double({ min: 0, max: metric === 'CLS' ? 2 : 30_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
  ),
);

describe('the buckets', () => {
  test.each(METRICS)('of %s rise, and what is good ends at a bound', (metric) => {
    expect(BOUNDS[metric]).toEqual([...BOUNDS[metric]].sort((a, b) => a - b));
    expect(new Set(BOUNDS[metric]).size).toBe(BOUNDS[metric].length);
    expect(BOUNDS[metric]).toContain(GOOD[metric]);
  });
  test('a value lies above the bound before its bucket and not above its own', () => {
    fc.assert(
      fc.property(someVisits, ([metric, values]) => {
        for (const value of values) {
          const at = bucketOf(metric, value);
          expect(value).toBeGreaterThanOrEqual(at === 0 ? 0 : BOUNDS[metric][at - 1]!);
          expect(value).toBeLessThanOrEqual(BOUNDS[metric][at] ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });
});

describe('the percentile', () => {
  test('lies in the bucket of the true one, whatever was counted', () => {
    fc.assert(
      fc.property(someVisits, fc.double({ min: 0.01, max: 1, noNaN: true }), ([metric, values], share) => {
        const sorted = [...values].sort((a, b) => a - b);
        const truth = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1]!;
        const at = bucketOf(metric, truth);
        const lower = BOUNDS[metric][at - 1] ?? 0;
        const found = percentileOf(metric, counted(metric, values), share)!;
        expect(found).toBeGreaterThanOrEqual(lower);
        expect(found).toBeLessThanOrEqual(BOUNDS[metric][at] ?? lower);
      }),
    );
  });
  test('of added counts is that of all visits counted at once', () => {
    fc.assert(
      fc.property(someVisits, fc.nat(200), ([metric, values], cut) => {
        const parts = addCounts(counted(metric, values.slice(0, cut)), counted(metric, values.slice(cut)));
        expect(parts).toEqual(counted(metric, values));
      }),
    );
  });
  test.each([
    { metric: 'INP', counts: [0, 0, 0, 0, 0, 0, 0, 4], p75: 143.75 },
    { metric: 'CLS', counts: [3, 0, 0, 0, 0, 1], p75: 0 },
    { metric: 'LCP', counts: [1, 1, 1, 1], p75: 600 },
  ] as const)('of $counts ($metric) is $p75', ({ metric, counts, p75 }) => {
    expect(percentileOf(metric, counts, 0.75)).toBeCloseTo(p75, 6);
  });
  test('beyond the last bound is said by that bound, and of nothing there is none', () => {
    expect(percentileOf('INP', counted('INP', [9_000, 60_000]), 0.75)).toBe(5_000);
    expect(percentileOf('INP', [], 0.75)).toBeUndefined();
  });
});

test('good are the visits up to the measure of their metric', () => {
  expect(goodMillionths('LCP', counted('LCP', [2_500, 2_501, 100, 90_000]))).toBe(500_000);
  expect(goodMillionths('CLS', [])).toBe(0);
});
