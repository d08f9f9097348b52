import { expect, test } from 'vitest';
import { placeColumns, widthOf } from './place-columns.ts';

const COLUMNS = [
  { key: 'name', width: 180 },
  { key: 'city', width: 100 },
  { key: 'cups', width: 60 },
];
const SELECT = [{ key: '#select', width: 40 }];
const ACTIONS = [{ key: '#actions', width: 44 }];
const bare = { before: [], columns: COLUMNS, stuck: [], after: [] };

test('without anything that stays, columns stand as they come', () => {
  const placed = placeColumns(bare);
  expect(placed.map(({ key, pin }) => [key, pin])).toEqual(COLUMNS.map(({ key }) => [key, undefined]));
  expect([widthOf(placed), widthOf(placed, 'start'), widthOf(placed, 'end')]).toEqual([340, 0, 0]);
});

test('what stays stands at its edge, each behind the one before it, and the rest scrolls between', () => {
  const placed = placeColumns({ before: SELECT, columns: COLUMNS, stuck: ['name', 'cups'], after: ACTIONS });
  expect(placed).toEqual([
    { key: '#select', width: 40, pin: 'start', offset: 0 },
    { key: 'name', width: 180, pin: 'start', offset: 40 },
    { key: 'cups', width: 60, pin: 'start', offset: 220 },
    { key: 'city', width: 100, pin: undefined, offset: 0 },
    { key: '#actions', width: 44, pin: 'end', offset: 0 },
  ]);
  expect([widthOf(placed), widthOf(placed, 'start'), widthOf(placed, 'end')]).toEqual([424, 280, 44]);
});

test('at the end the last one stands at the edge', () => {
  const placed = placeColumns({ ...bare, columns: [], after: [...SELECT, ...ACTIONS] });
  expect(placed.map(({ key, offset }) => [key, offset])).toEqual([
    ['#select', 44],
    ['#actions', 0],
  ]);
});

test('a column of data is neither too narrow nor too wide, those of the table keep their width', () => {
  const columns = [
    { key: 'a', width: 3 },
    { key: 'b', width: 9_000 },
  ];
  expect(placeColumns({ ...bare, before: SELECT, columns }).map(({ width }) => width)).toEqual([40, 56, 800]);
});
