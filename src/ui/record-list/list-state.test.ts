import { expect, test } from 'vitest';
import { choiceFilter, dateRangeFilter, searchFilter } from './filters.ts';
import { type ListShape, listRequest, readListState, writeListState } from './list-state.ts';

const shape: ListShape = {
  filters: {
    search: searchFilter(),
    status: choiceFilter([1, 2, 3]),
    sources: choiceFilter(['app', 'kiosk'], { multiple: true }),
    created: dateRangeFilter('createdFrom', 'createdTo', { maxDays: 31 }),
    day: dateRangeFilter('from', 'to', { as: 'day' }),
  },
  views: [{ key: 'all' }, { key: 'abnormal', request: { filter: 3 } }],
  sortable: ['createdAt'],
  defaultSort: undefined,
  defaultSize: 20,
};
const at = { timeZone: 'Europe/Oslo', today: '2027-03-28' };
const read = (query: string) => readListState(new URLSearchParams(query), shape);

test('an address comes back as it was, defaults left out and foreign parameters kept', () => {
  const query =
    'tab=x&status=2&sources=app%2Ckiosk&created=last7&view=abnormal&sort=createdAt.desc&page=3&size=50&panel=A1';
  const { state, dropped } = read(query);
  expect(dropped).toEqual([]);
  const written = writeListState(new URLSearchParams(query), state, shape);
  expect([...written].sort()).toEqual([...new URLSearchParams(query)].sort());
  expect(writeListState(new URLSearchParams('page=2'), read('').state, shape).toString()).toBe('');
});

test.each([
  ['status=9', 'status'],
  ['status=1,2', 'status'],
  ['sources=app,fax', 'sources'],
  ['created=lastWeek', 'created'],
  ['created=2027-03-09..2027-03-01', 'created'],
  ['created=2027-02-30..2027-03-01', 'created'],
  ['created=2027-01-01..2027-02-01', 'created'],
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
    sources: ['app', 'kiosk'],
  });
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
