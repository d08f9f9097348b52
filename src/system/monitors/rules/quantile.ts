import { DURATION_BOUNDS } from '#platform/observability/contract/duration-bounds.ts';

/**
 * Milliseconds below which this share of the answers stayed, between two bounds in a straight line, as Prometheus does it;
 * undefined where nothing was answered. What took longer than the last bound counts as the bound.
 */
export function quantileMs(buckets: readonly number[], share: number): number | undefined {
  const all = buckets.reduce((sum, count) => sum + count, 0);
  if (all === 0) return undefined;
  const wanted = all * share;
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    const upper = DURATION_BOUNDS[index];
    if (upper === undefined) break;
    if (below + count >= wanted && count > 0) {
      const lower = DURATION_BOUNDS[index - 1] ?? 0;
      return (lower + (upper - lower) * ((wanted - below) / count)) * 1_000;
    }
    below += count;
  }
  return (DURATION_BOUNDS.at(-1) ?? 0) * 1_000;
}

/** Two histograms with the same bounds as one. */
export function addBuckets(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? 0) + (b[index] ?? 0));
}
