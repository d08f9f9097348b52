import type { Metric } from '../contract/metrics.ts';

/**
 * Upper bounds of the buckets, the last one open; a value that equals a bound is below it. Close around what counts as good
 * and as poor, and around our own budgets (INP 150 ms, shift 0.02 and 0.05). Counts of all days lie in these buckets: another
 * table of bounds is another metric.
 */
export const BOUNDS: Readonly<Record<Metric, readonly number[]>> = {
  LCP: [
    200, 400, 600, 800, 1_000, 1_250, 1_500, 1_750, 2_000, 2_250, 2_500, 3_000, 3_500, 4_000, 5_000, 7_000, 10_000,
    20_000,
  ],
  INP: [16, 32, 48, 64, 80, 100, 125, 150, 175, 200, 250, 300, 400, 500, 750, 1_000, 2_000, 5_000],
  CLS: [0, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 0.75, 1],
};

/** Up to here a visit was good (web.dev). Each is a bound of its table. */
export const GOOD: Readonly<Record<Metric, number>> = { LCP: 2_500, INP: 200, CLS: 0.1 };

/** Counts of one more than the bounds: the last bucket holds what is above all of them. */
export const bucketsOf = (metric: Metric): number => BOUNDS[metric].length + 1;

/** Place of the bucket that a value falls into, from 0. */
export function bucketOf(metric: Metric, value: number): number {
  const at = BOUNDS[metric].findIndex((bound) => value <= bound);
  return at < 0 ? BOUNDS[metric].length : at;
}

/**
 * The value that `share` (0 to 1) of the counted ones do not exceed, by the nearest rank and evenly spread within its bucket;
 * what lies in the open bucket is said by its lower bound. Undefined where nothing was counted.
 */
export function percentileOf(metric: Metric, counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const rank = Math.max(1, Math.ceil(share * total));
  let below = 0;
  for (const [at, count] of counts.entries()) {
    if (below + count < rank) {
      below += count;
      continue;
    }
    const lower = BOUNDS[metric][at - 1] ?? 0;
    const upper = BOUNDS[metric][at] ?? lower;
    return lower + ((upper - lower) * (rank - below)) / count;
  }
  return undefined;
}

/** Share of the good ones, in millionths; 0 where nothing was counted. */
export function goodMillionths(metric: Metric, counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const good = counts.slice(0, bucketOf(metric, GOOD[metric]) + 1).reduce((sum, count) => sum + count, 0);
  return total === 0 ? 0 : Math.round((good / total) * 1_000_000);
}

/** Adds the counts of two histograms of one metric, bucket by bucket. */
export function addCounts(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => (a[at] ?? 0) + (b[at] ?? 0));
}
