import { expect, test } from 'vitest';
import { codeOfName, freeCode } from './role-code.ts';

test.each([
  ['Shift lead', 'shift_lead'],
  ['  Café – Nord 2 ', 'cafe_nord_2'],
  ['客服', 'ke_fu'],
  ['★', 'role'],
])('a role called %s has the code %s', async (name, code) => {
  expect(await codeOfName(name)).toBe(code);
});

test('a taken code gets a number', () => {
  expect(freeCode('lead', [])).toBe('lead');
  expect(freeCode('lead', ['Lead', 'lead_2'])).toBe('lead_3');
});
