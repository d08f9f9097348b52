import { expect, test } from 'vitest';
import type { SuperField } from '../contract/super-query.ts';
import { readFilterValue } from './filter-value.ts';

const TEXT: SuperField = { kind: 'text' };
const NUMBER: SuperField = { kind: 'number' };
const like = (text: string, at = 'anywhere') => ({ field: 'f', kind: 'like', at, text });
const compare = (rule: string, value: unknown) => ({ field: 'f', kind: 'compare', rule, value });

test.each<[string, SuperField, unknown]>([
  [',a,b,', TEXT, [like('a'), like('b')]],
  ['>= 3', NUMBER, [compare('ge', 3)]],
  ['>=3', NUMBER, [compare('ge', 3)]],
  ['<= 3', NUMBER, [compare('le', 3)]],
  ['!= 3', NUMBER, [compare('ne', 3)]],
  ['> 3', NUMBER, [compare('gt', 3)]],
  ['lt 3', NUMBER, [compare('lt', 3)]],
  ['eq x y', TEXT, [compare('eq', 'x y')]],
  ['*x*', TEXT, [like('x')]],
  ['*x', TEXT, [like('x', 'end')]],
  ['x*', TEXT, [like('x', 'start')]],
  ['*', TEXT, [compare('eq', '*')]],
  ['a,b,c', TEXT, [{ field: 'f', kind: 'in', values: ['a', 'b', 'c'] }]],
  ['1,2', NUMBER, [{ field: 'f', kind: 'in', values: [1, 2] }]],
  ['!x', TEXT, [compare('ne', 'x')]],
  ['a++b', TEXT, [compare('eq', 'a,b')]],
  ['plain', TEXT, [compare('eq', 'plain')]],
  ['general', TEXT, [compare('eq', 'general')]],
  ['3', NUMBER, [compare('eq', 3)]],
  ['x', NUMBER, undefined],
  ['1,x', NUMBER, undefined],
  ['*3*', NUMBER, undefined],
  ['3*', NUMBER, undefined],
  [',1,2,', NUMBER, undefined],
  [',,', TEXT, undefined],
  ['9', { kind: 'choice', values: [1, 2], dictionary: 'd' }, undefined],
  ['2', { kind: 'choice', values: [1, 2], dictionary: 'd' }, [compare('eq', 2)]],
])('%s means what the older contract says', (text, field, expected) => {
  expect(readFilterValue('f', field, text)).toEqual(expected);
});
