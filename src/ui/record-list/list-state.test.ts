import { expect, test } from 'vitest';
import { amountFilter, choiceFilter, dateRangeFilter, searchFilter } from './filters.ts';
import {
  type Amounts,
  type ListShape,
  listRequest,
  readAmounts,
  readListState,
  writeAmounts,
  writeListState,
} from './list-state.ts';

const shape: ListShape = {
  filters: {
    search: searchFilter(),
    status: choiceFilter([1, 2, 3]),
    sources: choiceFilter(['app', 'kiosk'], { multiple: true }),
    created: dateRangeFilter('createdFrom', 'createdTo', { maxDays: 31 }),
    day: dateRangeFilter('from', 'to', { as: 'day' }),
    total: amountFilter('totalFrom', 'totalTo'),
  },
  views: [{ key: 'all' }, { key: 'abnormal', request: { filter: 3 } }],
  sortable: ['createdAt'],
  defaultSort: undefined,
  defaultSize: 20,
};
const at = { timeZone: 'Europe/Oslo', today: '2027-03-28', weekStart: 'monday' } as const;
const read = (query: string) => readListState(new URLSearchParams(query), shape);

test('an address comes back as it was, defaults left out and foreign parameters kept', () => {
  const query =
    'tab=x&status=2&sources=%21app%2Ckiosk&created=last7&view=abnormal&sort=createdAt.desc&page=3&size=50&panel=A1&total=5000..';
  const { state, dropped } = read(query);
  expect(dropped).toEqual([]);
  const written = writeListState(new URLSearchParams(query), state, shape);
  expect([...written].sort()).toEqual([...new URLSearchParams(query)].sort());
  expect(writeListState(new URLSearchParams('page=2'), read('').state, shape).toString()).toBe('');
});

test.each([
  ['status=9', 'status'],
  ['status=1,2', 'status'],
  ['status=!1', 'status'],
  ['sources=app,fax', 'sources'],
  ['sources=!', 'sources'],
  ['sources=!fax', 'sources'],
  ['created=nextWeek', 'created'],
  ['created=2027-03-09..2027-03-01', 'created'],
  ['created=2027-02-30..2027-03-01', 'created'],
  ['created=2027-01-01..2027-02-01', 'created'],
  ['total=10000..5000', 'total'],
  ['total=..', 'total'],
  ['total=50', 'total'],
  ['total=-50..', 'total'],
  ['total=50.00..60.00', 'total'],
  ['total=..99999999999999999999', 'total'],
  ['view=mine', 'view'],
  ['sort=password.asc', 'sort'],
  ['sort=createdAt.up', 'sort'],
  ['page=0', 'page'],
  ['size=1000', 'size'],
])('%s is dropped and named', (query, name) => {
  const { state, dropped } = read(query);
  expect(dropped).toEqual([name]);
  expect(state).toEqual(read('').state);
});

test('the request has the fields of the view and of the filters', () => {
  const { state } = read('status=2&sources=app,kiosk&view=abnormal&sort=createdAt.desc&page=2&search=N1');
  expect(listRequest(state, shape, at)).toEqual({
    pageNo: 2,
    pageSize: 20,
    column: 'createdAt',
    order: 'desc',
    filter: 3,
    search: 'N1',
    status: '2',
    sources: 'app,kiosk',
  });
  expect(listRequest(read('sources=!app').state, shape, at)).toMatchObject({ sources: '!app' });
});

test("a day is the tenant's day: 23 hours when clocks change", () => {
  expect(listRequest(read('created=today').state, shape, at)).toMatchObject({
    createdFrom: '2027-03-27T23:00:00.000Z',
    createdTo: '2027-03-28T22:00:00.000Z',
  });
});

test('calendar days are sent as they are, both included', () => {
  expect(listRequest(read('day=2027-03-01..2027-03-07').state, shape, at)).toMatchObject({
    from: '2027-03-01',
    to: '2027-03-07',
  });
});

test.each([
  ['5000..10000', { from: 5000, to: 10_000 }],
  ['5000..5000', { from: 5000, to: 5000 }],
  ['5000..', { from: 5000 }],
  ['..10000', { to: 10_000 }],
  ['0..', { from: 0 }],
])('amounts %s are sent in minor units, an open end not at all', (text, { from, to }: Amounts) => {
  const { state, dropped } = read(`total=${text}`);
  expect(dropped).toEqual([]);
  const { pageNo: _, pageSize: __, ...sent } = listRequest(state, shape, at);
  expect(sent).toEqual({ ...(from !== undefined && { totalFrom: from }), ...(to !== undefined && { totalTo: to }) });
  expect(writeAmounts(readAmounts(text) ?? {})).toBe(text);
});

test('no amounts are no filter', () => expect(writeAmounts({})).toBeUndefined());
