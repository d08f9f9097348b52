import { expect, test } from 'vitest';
import { offerState } from './offer-state.ts';
import { stockOf } from './sold-out.ts';

const recipe = [
  { materialId: 'beans', amount: 18, necessary: true },
  { materialId: 'milk', amount: 200, necessary: true },
  { materialId: 'lid', amount: 1, necessary: false },
];
const latte = (switchedOff = false) => ({ beverageId: 'latte', recipe, switchedOff });
const holding = (beans: number, milk: number) =>
  stockOf([
    { materialId: 'beans', level: beans, reserved: 0 },
    { materialId: 'milk', level: milk, reserved: 0 },
  ]);
const none = new Set<string>();

test.each([
  ['five cups', latte(), holding(180, 1_000), none, ['available', null, [], 5]],
  ['no milk', latte(), holding(180, 100), none, ['soldOut', 'material', ['milk'], 0]],
  ['nothing at all', latte(), holding(0, 0), none, ['soldOut', 'material', ['beans', 'milk'], 0]],
  ['milk that the robot says is empty', latte(), holding(180, 0), new Set(['milk']), ['soldOut', 'fault', ['milk'], 0]],
  ['an empty lid that nobody needs', latte(), holding(180, 1_000), new Set(['lid']), ['available', null, [], 5]],
  ['taken off', latte(true), holding(180, 1_000), none, ['soldOut', 'switchedOff', [], 5]],
  ['taken off and used up', latte(true), holding(180, 0), new Set(['milk']), ['soldOut', 'switchedOff', ['milk'], 0]],
])('%s', (_, drink, stock, saidEmpty, [state, why, materialIds, servings]) => {
  expect(offerState(drink, stock, saidEmpty)).toEqual({ state, why, materialIds, servings });
});

test('a drink of nothing that runs out has no limit', () => {
  const air = { beverageId: 'air', recipe: [], switchedOff: false };
  expect(offerState(air, holding(0, 0), none)).toMatchObject({ state: 'available', servings: null });
});
