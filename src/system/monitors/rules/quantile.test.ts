import { expect, test } from 'vitest';
import { addBuckets, quantileMs } from './quantile.ts';

test.each<[string, number[], number, number | undefined]>([
  ['nothing answered', [0, 0, 0, 0, 0, 0, 0, 0, 0], 0.5, undefined],
  ['all below 5 ms', [100, 0, 0, 0, 0, 0, 0, 0, 0], 0.5, 2.5],
  ['half and half', [50, 50, 0, 0, 0, 0, 0, 0, 0], 0.75, 12.5],
  ['at the end of a bucket', [50, 50, 0, 0, 0, 0, 0, 0, 0], 0.5, 5],
  ['beyond all bounds', [0, 0, 0, 0, 0, 0, 0, 0, 7], 0.5, 10_000],
  ['one in a hundred beyond', [0, 0, 99, 0, 0, 0, 0, 0, 1], 0.999, 10_000],
])('%s', (_, buckets, share, ms) => {
  const found = quantileMs(buckets, share);
  if (ms === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(ms, 6);
});

test('histograms are added place by place', () => {
  expect(addBuckets([1, 2], [3, 4])).toEqual([4, 6]);
  expect(addBuckets([], [3])).toEqual([3]);
});
