import { expect, test } from 'vitest';
import { isForRecipes, materialFaults } from './material-locks.ts';

const beans = { materialType: 1, unit: 'g' };
const free = { recipes: 0, stocks: 0 };

test.each([
  ['a new material', { materialType: 8, unit: 'piece' }, undefined, { recipes: 3, stocks: 1 }, []],
  ['a name that changes', beans, beans, { recipes: 3, stocks: 2 }, []],
  ['an unused one', { materialType: 8, unit: 'piece' }, beans, free, []],
  ['paper that is in recipes', { ...beans, materialType: 8 }, beans, { recipes: 1, stocks: 0 }, ['materialType']],
  ['paper that robots hold', { ...beans, materialType: 8 }, beans, { recipes: 0, stocks: 4 }, []],
  ['another unit in recipes', { ...beans, unit: 'ml' }, beans, { recipes: 1, stocks: 0 }, ['unit']],
  ['another unit in robots', { ...beans, unit: 'ml' }, beans, { recipes: 0, stocks: 1 }, ['unit']],
  ['both', { materialType: 8, unit: 'ml' }, beans, { recipes: 1, stocks: 1 }, ['materialType', 'unit']],
])('%s', (_, draft, before, use, paths) => {
  expect(materialFaults(draft, before, use).map(({ path }) => path)).toEqual(paths);
});

test('only thermal paper is in no recipe', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((type) => !isForRecipes(type))).toEqual([8]);
});
