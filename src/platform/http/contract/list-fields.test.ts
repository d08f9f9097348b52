import { expect, test } from 'vitest';
import * as z from 'zod';
import { CutPageSize, pageFields, SortColumn } from './fields.ts';

const List = z.strictObject({ ...pageFields, column: SortColumn(['name', 'createdAt']) });

test('without paging fields a list begins with its first ten', () => {
  expect(List.parse({})).toEqual({ pageNo: 1, pageSize: 10 });
});

test.each([
  ['name', 'name'],
  ['name_dictText', 'name'],
  ['createTime', 'createdAt'],
  ['colour,name,createdAt', 'name'],
  ['colour', undefined],
  ['constructor', undefined],
  ['', undefined],
])('a list that is sorted by "%s" is sorted by %s', (column, expected) => {
  expect(List.parse({ column }).column).toBe(expected);
});

test.each([
  ['asc', 'asc'],
  ['ascend', 'asc'],
  ['ASC', 'asc'],
  ['desc', 'desc'],
  ['descend', 'desc'],
  ['down', 'desc'],
  ['', undefined],
])('the order "%s" is %s', (order, expected) => {
  expect(List.parse({ order }).order).toBe(expected);
});

test.each(['password', 'passwordHash', 'company_identification', '__proto__', 'name desc', 'name;drop'])(
  'a sort by %s is malformed: it is no field, or a secret',
  (column) => {
    expect(List.safeParse({ column }).success).toBe(false);
  },
);

test.each([{ column: 1 }, { column: ['name'] }, { order: 1 }, { column: 'x'.repeat(201) }, { order: 'x'.repeat(21) }])(
  '%j is malformed',
  (fields) => {
    expect(List.safeParse(fields).success).toBe(false);
  },
);

test.each([
  [1, 1],
  ['30', 30],
  [200, 200],
  [201, 200],
  ['99999', 200],
  [1e21, 200],
])('an older list that is asked for %j rows answers %i', (pageSize, size) => {
  expect(z.object({ pageSize: CutPageSize }).parse({ pageSize })).toEqual({ pageSize: size });
});

test.each([0, -1, 1.5, 'many', null])('%j is no page size', (pageSize) => {
  expect(z.object({ pageSize: CutPageSize }).safeParse({ pageSize }).success).toBe(false);
});
