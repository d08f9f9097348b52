import { expect, test } from 'vitest';
import { beverageFaults, groupFaults } from './goods-faults.ts';

test.each([
  [4_500, 3_900, []],
  [4_500, 4_500, []],
  [4_500, 4_501, ['priceMinor']],
])('original price %d, price %d', (originalPriceMinor, priceMinor, paths) => {
  expect(beverageFaults({ originalPriceMinor, priceMinor }).map(({ path }) => path)).toEqual(paths);
});

test.each([
  ['single', null, null, []],
  ['single', 1, 2, ['minChoices', 'maxChoices']],
  ['multiple', null, 3, []],
  ['multiple', 2, 2, []],
  ['multiple', 3, 2, ['maxChoices']],
])('%s from %s to %s', (kind, minChoices, maxChoices, paths) => {
  expect(groupFaults({ kind, minChoices, maxChoices }).map(({ path }) => path)).toEqual(paths);
});
