import { expect, test } from 'vitest';
import { pumpsByKind } from './pump-kind.ts';

test.each([
  { pumps: [], kinds: [] },
  { pumps: ['water', 'milk', 'syrup'], kinds: ['milk: milk', 'syrup: syrup', 'other: water'] },
  { pumps: ['milk-2', 'milk-1'], kinds: ['milk: milk-2 milk-1'] },
])('$pumps', ({ pumps, kinds }) => {
  const found = pumpsByKind(pumps.map((pump) => ({ pump, ok: true })));
  expect(found.map((group) => `${group.kind}: ${group.pumps.map(({ pump }) => pump).join(' ')}`)).toEqual(kinds);
});
