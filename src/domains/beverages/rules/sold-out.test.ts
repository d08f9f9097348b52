import fc from 'fast-check';
import { expect, test } from 'vitest';
import { basketRecipe, canMake, chooseRobot, type SellingRobot } from './basket-stock.ts';
import {
  beverageAvailability,
  materialsLeftOut,
  missingMaterials,
  type RecipeAmount,
  robotSoldOutState,
  servings,
  stockOf,
} from './sold-out.ts';

const need = (materialId: string, amount: number, necessary = true): RecipeAmount => ({
  materialId,
  amount,
  necessary,
});
const stock = (levels: Record<string, number | [level: number, reserved: number]>) =>
  stockOf(
    Object.entries(levels).map(([materialId, holds]) => {
      const [level, reserved] = Array.isArray(holds) ? holds : [holds, 0];
      return { materialId, level, reserved };
    }),
  );

const latte = [need('beans', 18), need('milk', 200), need('cup', 1)];
const espresso = [need('beans', 18), need('cup', 1)];
const full = stock({ beans: 180, milk: 1000, cup: 7 });
const noMilk = stock({ beans: 180, milk: 0, cup: 7 });
const offered = (switchedOff: string[] = []) => [
  { beverageId: 'latte', recipe: latte, switchedOff: switchedOff.includes('latte') },
  { beverageId: 'espresso', recipe: espresso, switchedOff: switchedOff.includes('espresso') },
];

test('180 g beans, 1000 ml milk and 7 cups make 5 lattes or 7 espressi (practice 13)', () => {
  expect(servings(latte, full)).toBe(5);
  expect(servings(espresso, full)).toBe(7);
  expect(robotSoldOutState(offered(), full)).toBe('available');
});

test('without milk the latte is sold out, the espresso not, the robot partly (practice 13)', () => {
  const [hasMilk, hasNone] = offered().map((beverage) => beverageAvailability(beverage, noMilk).soldOut);
  expect([hasMilk, hasNone]).toEqual([true, false]);
  expect(robotSoldOutState(offered(), noMilk)).toBe('partly');
});

test('what is reserved for paid orders is not there for the next customer', () => {
  expect(servings(latte, stock({ beans: 180, milk: [1000, 801], cup: 7 }))).toBe(0);
  expect(servings(espresso, stock({ beans: [18, 36], cup: 7 }))).toBe(0);
});

test('an auxiliary material never blocks, but its absence is told', () => {
  const recipe = [...espresso, need('syrup', 10, false)];
  const answer = beverageAvailability(
    { beverageId: 'x', recipe, switchedOff: false },
    stock({ beans: 36, cup: 9, syrup: 9 }),
  );
  expect(answer).toEqual({ servings: 2, soldOut: false, withoutMaterialIds: ['syrup'] });
});

test('an auxiliary material is given to as many cups as it reaches, lines share it', () => {
  const syrup = [...espresso, need('syrup', 10, false)];
  const basket = (...quantities: number[]) => quantities.map((quantity) => ({ recipe: syrup, quantity }));
  const holding = (level: number) => stock({ beans: 180, cup: 9, syrup: level });
  expect(materialsLeftOut(basket(1, 1), holding(20))).toEqual([[], []]);
  expect(materialsLeftOut(basket(1, 1), holding(19))).toEqual([[], ['syrup']]);
  expect(materialsLeftOut(basket(2), holding(19))).toEqual([['syrup']]);
  expect(materialsLeftOut([{ recipe: espresso, quantity: 9 }, ...basket(1)], stock({}))).toEqual([[], ['syrup']]);
});

test('a beverage that staff switched off is sold out on that robot', () => {
  expect(robotSoldOutState(offered(['latte']), full)).toBe('partly');
  expect(robotSoldOutState(offered(['latte', 'espresso']), full)).toBe('soldOut');
});

test('what is missing is told once, and not for drinks that staff switched off', () => {
  expect(missingMaterials(offered(), full)).toEqual([]);
  expect(missingMaterials(offered(), stock({ beans: 17, milk: 199, cup: 1 }))).toEqual(['beans', 'milk']);
  expect(missingMaterials(offered(['latte']), noMilk)).toEqual([]);
});

test('a robot with no offered beverage, or without stock, is fully sold out', () => {
  expect(robotSoldOutState([], full)).toBe('soldOut');
  expect(robotSoldOutState(offered(), stock({}))).toBe('soldOut');
});

test('lines of one basket share the same beans', () => {
  const basket = [
    { beverageId: 'latte', quantity: 5, recipe: latte },
    { beverageId: 'espresso', quantity: 2, recipe: espresso },
  ];
  expect(basketRecipe(basket)).toEqual([need('beans', 126), need('milk', 1000), need('cup', 7)]);
  const robot = aRobot({ stock: full });
  expect(canMake(robot, basket)).toBe(true);
  expect(canMake(robot, [...basket, { beverageId: 'espresso', quantity: 1, recipe: espresso }])).toBe(false);
});

function aRobot(overrides: Partial<SellingRobot> = {}): SellingRobot {
  const base = { id: 'r', imei: 'imei-0001', name: 'R', available: true, canOrderInApp: true };
  return { ...base, stock: full, offBeverageIds: new Set(), ...overrides };
}

const oneLatte = [{ beverageId: 'latte', quantity: 1, recipe: latte }];

test('the robot that can make the basket most often is chosen', () => {
  const rich = aRobot({ id: 'rich', name: 'Z', stock: stock({ beans: 999, milk: 9999, cup: 99 }) });
  expect(chooseRobot([aRobot(), rich], oneLatte, 'app')).toEqual({ found: true, robot: rich });
});

test.each([
  ['offline or in maintenance', aRobot({ available: false }), 'app', 'no-robot-available'],
  ['closed for apps', aRobot({ canOrderInApp: false }), 'miniprogram', 'no-robot-available'],
  ['out of milk', aRobot({ stock: noMilk }), 'app', 'sold-out'],
  ['not making lattes', aRobot({ offBeverageIds: new Set(['latte']) }), 'kiosk', 'sold-out'],
] as const)('a robot that is %s is not chosen', (_, robot, channel, because) => {
  expect(chooseRobot([robot], oneLatte, channel)).toEqual({ found: false, because });
});

test('a robot that is closed for apps still sells at its kiosk', () => {
  expect(chooseRobot([aRobot({ canOrderInApp: false })], oneLatte, 'kiosk')).toMatchObject({ found: true });
});

test('making one serving leaves exactly one serving less', () => {
  const amount = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amount, fc.integer({ min: 0, max: 5000 })), { minLength: 1, maxLength: 5 }),
      (rows) => {
        const recipe = rows.map(([each], index) => need(String(index), each));
        const levels = (used: number) =>
          stockOf(rows.map(([each, level], index) => ({ materialId: String(index), level, reserved: each * used })));
        const before = servings(recipe, levels(0));
        expect(servings(recipe, levels(1))).toBe(Math.max(0, before - 1));
      },
    ),
  );
});
