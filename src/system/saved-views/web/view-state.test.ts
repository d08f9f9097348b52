import { expect, test } from 'vitest';
import { choiceFilter, searchFilter } from '#ui/record-list/filters.ts';
import type { ViewLayout, ViewState } from '../contract/saved-view.ts';
import { isSameLayout, isSameState, lostOf, viewLayoutOf, viewStateOf } from './view-state.ts';

const STATE: ViewState = { values: { a: '1', b: '2' }, view: 'all', sort: { by: 'createdAt', order: 'desc' } };
const LAYOUT: ViewLayout = { order: ['a', 'b', 'c'], hidden: ['b', 'c'], widths: { a: 10, b: 20 }, density: 'default' };

test('a view keeps what is asked, not where one stands in it', () => {
  expect(
    viewStateOf({
      values: { a: '1' },
      view: 'all',
      sort: undefined,
      where: undefined,
      page: 7,
      size: 50,
      panel: 'x',
      saved: 'y',
    }),
  ).toEqual({ values: { a: '1' }, view: 'all' });
});

const SHAPE = {
  filters: { search: searchFilter(), status: choiceFilter([1, 2]) },
  views: [{ key: 'all' }, { key: 'open' }],
  sortable: [],
  defaultSort: undefined,
  defaultSize: 20,
  advanced: { city: { kind: 'text' } },
} as const;
const oslo = (field: string): ViewState['where'] => ({
  match: 'and',
  conditions: [{ field, rule: 'eq', val: 'Oslo' }],
});

test.each<[string, ViewState, readonly string[]]>([
  ['nothing', { values: { search: 'x', status: '1' }, view: 'open', where: oslo('city') }, []],
  ['a filter', { values: { search: 'x', region: 'north' } }, ['region']],
  ['a choice of a filter', { values: { status: '9' } }, ['status']],
  ['a tab', { values: {}, view: 'archived' }, ['view']],
  ['a field of its advanced query', { values: {}, where: oslo('region') }, ['where']],
])('a view that lost %s says so', (_what, state, lost) => expect(lostOf(state, SHAPE)).toEqual(lost));

test('filters that were set in another order are the same filters', () => {
  expect(isSameState(STATE, { ...STATE, values: { b: '2', a: '1' } })).toBe(true);
  expect(isSameState(STATE, { ...STATE, values: { a: '1' } })).toBe(false);
  expect(isSameState(STATE, { ...STATE, sort: { by: 'createdAt', order: 'asc' } })).toBe(false);
  expect(
    isSameState(STATE, { ...STATE, where: { match: 'and', conditions: [{ field: 'a', rule: 'eq', val: '1' }] } }),
  ).toBe(false);
});

test('columns hidden in another order look the same; another order of columns does not', () => {
  expect(isSameLayout(LAYOUT, { ...LAYOUT, hidden: ['c', 'b'], widths: { b: 20, a: 10 } })).toBe(true);
  expect(isSameLayout(LAYOUT, { ...LAYOUT, order: ['b', 'a', 'c'] })).toBe(false);
  expect(isSameLayout(LAYOUT, { ...LAYOUT, density: 'compact' })).toBe(false);
});

test('a pinned column makes another layout, in whichever order the pins were set', () => {
  const pinned = { ...LAYOUT, pinned: ['b', 'c'] };
  expect(isSameLayout(LAYOUT, pinned)).toBe(false);
  expect(isSameLayout(pinned, { ...LAYOUT, pinned: ['c', 'b'] })).toBe(true);
  expect(isSameLayout(LAYOUT, { ...LAYOUT, pinned: [] })).toBe(true);
});

test('pins are kept where there are some', () => {
  expect(viewLayoutOf({ ...LAYOUT, pinned: ['b'] }).pinned).toEqual(['b']);
  expect(viewLayoutOf({ ...LAYOUT, pinned: [] })).not.toHaveProperty('pinned');
});

test('widths are kept in whole pixels within reason', () => {
  expect(viewLayoutOf({ ...LAYOUT, pinned: [], widths: { a: 99.6, b: 3, c: 9999 } }).widths).toEqual({
    a: 100,
    b: 24,
    c: 2000,
  });
});
