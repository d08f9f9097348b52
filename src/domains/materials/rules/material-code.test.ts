import { expect, test } from 'vitest';
import { codeFromName, isMaterialCode } from './material-code.ts';

test.each([
  ['milk', true],
  ['oat-milk.2', true],
  ['Cup_12oz', true],
  ['', false],
  ['oat milk', false],
  ['a'.repeat(41), false],
  ['牛奶', false],
])('%j can be said by a robot: %s', (code, is) => {
  expect(isMaterialCode(code)).toBe(is);
});

test.each([
  ['Oat milk 2 l', [], 'oat-milk-2-l'],
  ['Crème brûlée syrup', [], 'creme-brulee-syrup'],
  ['牛奶', [], 'material'],
  ['Milk', ['milk', 'milk-2'], 'milk-3'],
  ['A name that is much longer than a code', [], 'a-name-that-is-much-longer-tha'],
])('%j → %j', (name, taken, code) => {
  expect(codeFromName(name, new Set(taken as string[]))).toBe(code);
  expect(isMaterialCode(code)).toBe(true);
});
