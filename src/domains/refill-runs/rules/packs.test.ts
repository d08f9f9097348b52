import { expect, test } from 'vitest';
import { packOf, packsFor } from './packs.ts';

test.each([
  ['1 kg bag', 'g', 1_000],
  ['500 g pouch', 'g', 500],
  ['0,5 kg', 'g', 500],
  ['20 l canister', 'ml', 20_000],
  ['1.5 l bottle', 'ml', 1_500],
  ['70 cl', 'ml', 700],
  ['每袋 1 公斤', 'g', 1_000],
  ['12 oz, 50 in a sleeve', 'piece', 50],
  ['90 mm, 100 in a sleeve', 'piece', 100],
  ['每条 50 个', 'piece', 50],
  ['Made in the robot', 'g', undefined],
  ['80 mm wide, 80 m long', 'piece', undefined],
  ['1 kg bag', 'ml', undefined],
  ['0 g', 'g', undefined],
  ['', 'ml', undefined],
] as const)('%s of %s: %s', (specs, unit, size) => {
  expect(packOf(specs, unit)).toBe(size);
});

test.each([
  [1_900, 1_000, 2],
  [2_000, 1_000, 2],
  [0, 1_000, 0],
  [1, 50, 1],
])('%i in packs of %i: %i', (amount, pack, packs) => {
  expect(packsFor(amount, pack)).toBe(packs);
});
