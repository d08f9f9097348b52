import { expect, test } from 'vitest';
import { haveSameName } from './same-names.ts';

const named = (name: string, nameZh = '') => ({ name, nameZh });

test.each([
  ['the same name', named('Milk'), named('Milk'), true],
  ['in other letters', named('Milk'), named('MILK'), true],
  ['in Chinese alone', named('Milk', '奶类'), named('Dairy', '奶类'), true],
  ['two without a Chinese name', named('Milk'), named('Size'), false],
  ['other names', named('Milk', '奶类'), named('Size', '杯型'), false],
])('%s', (_, one, other, same) => {
  expect(haveSameName(one, other)).toBe(same);
});
