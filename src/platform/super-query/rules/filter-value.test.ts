import { expect, test } from 'vitest';
import type { SuperField } from '../contract/super-query.ts';
import { readBeside, readFilterValue } from './filter-value.ts';

const TEXT: SuperField = { kind: 'text' };
const BY_PART: SuperField = { kind: 'text', byPart: true };
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
  ['plain', BY_PART, [like('plain')]],
  ['eq plain', BY_PART, [compare('eq', 'plain')]],
  ['a++b', BY_PART, [like('a,b')]],
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
  ['abc', { kind: 'flag' }, undefined],
  ['1', { kind: 'flag' }, [compare('eq', true)]],
  ['false', { kind: 'flag' }, [compare('eq', false)]],
  ['999999999999', NUMBER, undefined],
  ['none', { kind: 'record', dictionary: 'd' }, [compare('eq', 'none')]],
])('%s means what the older contract says', (text, field, expected) => {
  expect(readFilterValue('f', field, text)).toEqual(expected);
});

const TIME: SuperField = { kind: 'time' };
const OSLO = 'Europe/Oslo';

test.each([
  ['2027-03-28', { from: '2027-03-27T23:00:00.000Z', before: '2027-03-28T22:00:00.000Z' }],
  ['>= 2027-03-01', { from: '2027-02-28T23:00:00.000Z' }],
  ['<=2027-03-01 08:00', { before: '2027-03-01T07:01:00.000Z' }],
])('a time %s is a span on the clocks of the zone', (text, span) => {
  expect(JSON.parse(JSON.stringify(readFilterValue('f', TIME, text, OSLO)))).toEqual([
    { field: 'f', kind: 'within', ...span },
  ]);
});

test.each(['yesterday', '*2027*', '2027-03-01,2027-03-02', '2027-02-30'])('a time %s does not fit', (text) => {
  expect(readFilterValue('f', TIME, text, OSLO)).toBeUndefined();
});

test.each<[SuperField, '_begin' | '_end' | '_MultiString', string, unknown]>([
  [NUMBER, '_begin', '3', compare('ge', 3)],
  [NUMBER, '_end', '7', compare('le', 7)],
  [NUMBER, '_MultiString', '3,5,', { field: 'f', kind: 'in', values: [3, 5] }],
  [TEXT, '_begin', 'B', compare('ge', 'B')],
  [TIME, '_begin', '2027-03-01', { field: 'f', kind: 'within', from: new Date('2027-02-28T23:00:00Z') }],
  // a day that ends a range belongs to it
  [TIME, '_end', '2027-03-01', { field: 'f', kind: 'within', before: new Date('2027-03-01T23:00:00Z') }],
])('beside %j the filter %s of %s bounds or lists', (field, suffix, text, expected) => {
  expect(readBeside('f', field, suffix, text, OSLO)).toEqual([expected]);
});

test('a bound of another kind does not fit', () => {
  expect(readBeside('f', NUMBER, '_begin', 'x', OSLO)).toBeUndefined();
  expect(readBeside('f', TIME, '_end', 'x', OSLO)).toBeUndefined();
  expect(readBeside('f', NUMBER, '_MultiString', '1,x', OSLO)).toBeUndefined();
});
