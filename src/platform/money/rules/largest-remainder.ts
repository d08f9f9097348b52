import { safeMinor } from './rounding.ts';

/**
 * Splits `total` minor units in proportion to `weights`, exactly: every part is the floor of its share, the units that
 * are left go one by one to the largest fractions, ties to the earlier part (practice 4.2). With `total` at most the sum
 * of the weights no part exceeds its weight.
 */
export function largestRemainder(total: number, weights: readonly number[]): number[] {
  if (total < 0 || weights.some((weight) => weight < 0)) throw new RangeError('only amounts of 0 or more are split');
  const weightSum = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (weightSum === 0n) {
    if (total === 0) return weights.map(() => 0);
    throw new RangeError('nothing to split over');
  }

  const shares = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight);
    return { index, floor: exact / weightSum, fraction: exact % weightSum };
  });
  const parts = shares.map((share) => safeMinor(share.floor));
  let left = total - parts.reduce((sum, part) => sum + part, 0);
  const byFraction = shares.toSorted((a, b) =>
    a.fraction === b.fraction ? a.index - b.index : a.fraction > b.fraction ? -1 : 1,
  );
  for (const { index } of byFraction) {
    if (left === 0) break;
    parts[index] = (parts[index] as number) + 1;
    left -= 1;
  }
  return parts;
}
