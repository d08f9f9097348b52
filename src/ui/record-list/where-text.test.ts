import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SuperFields, SuperQuery } from '#platform/super-query/contract/super-query.ts';
import { readWhere, whereRequest, writeWhere } from './where-text.ts';

const FIELDS: SuperFields = {
  name: { kind: 'text' },
  paidMinor: { kind: 'money' },
  at: { kind: 'time' },
  online: { kind: 'flag' },
  status: { kind: 'choice', values: [1, 2], dictionary: 'order_status' },
};

test('conditions stand readable in the address', () => {
  const query: SuperQuery = {
    match: 'or',
    conditions: [
      { field: 'status', rule: 'in', val: '1,2' },
      { field: 'name', rule: 'like', val: 'a.b;c' },
    ],
  };
  expect(writeWhere(query)).toBe('or:status.in.1%2C2;name.like.a.b%3Bc');
  expect(readWhere(writeWhere(query), FIELDS)).toEqual(query);
});

test('what is written is read again, whatever the value holds', () => {
  const condition = fc.record({
    field: fc.constant('name'),
    rule: fc.constantFrom('eq', 'like', 'right_like'),
    val: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
  }) as fc.Arbitrary<SuperQuery['conditions'][number]>;
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('and', 'or'),
      (conditions, match) => {
        expect(readWhere(writeWhere({ match, conditions }), FIELDS)).toEqual({ match, conditions });
      },
    ),
  );
});

test.each([
  'secret.eq.1',
  '__proto__.eq.1',
  'name.gt.a',
  'name.eq.',
  'status.eq.9',
  'status.in.1,9',
  'paidMinor.ge.1.5',
  'online.eq.yes',
  'at.ge.yesterday',
  'name.eq.%zz',
  'name',
  '',
  Array(21).fill('name.eq.a').join(';'),
])('%s is not understood', (text) => {
  expect(readWhere(text, FIELDS)).toBeUndefined();
});

test('the call carries the conditions encoded', () => {
  const { superQueryParams, superQueryMatchType } = whereRequest({
    match: 'and',
    conditions: [{ field: 'name', rule: 'eq', val: 'Ø & co' }],
  });
  expect(superQueryMatchType).toBe('and');
  expect(JSON.parse(decodeURIComponent(superQueryParams))).toEqual([{ field: 'name', rule: 'eq', val: 'Ø & co' }]);
});
