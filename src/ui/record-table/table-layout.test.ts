import { expect, test } from 'vitest';
import { fitColumns, initialLayout, movedColumn, reconcile } from './table-layout.ts';

const columns = [{ key: 'orderNo' }, { key: 'status' }, { key: 'cups', hidden: true }];

test('a kept layout loses columns that are gone and gains new ones where they are declared', () => {
  const kept = { ...initialLayout(columns), order: ['status', 'old', 'orderNo'], hidden: ['status', 'old'] };
  const now = reconcile(kept, columns);
  expect(now.order).toEqual(['status', 'orderNo', 'cups']);
  expect(now.hidden).toEqual(['status', 'cups']);
});

test('a column that the reader asked for stays in sight', () => {
  const kept = { ...initialLayout(columns), hidden: [] };
  expect(reconcile(kept, columns).hidden).toEqual([]);
});

test('columns move one place at a time and not beyond the ends', () => {
  const layout = initialLayout(columns);
  expect(movedColumn(layout, 'status', -1).order).toEqual(['status', 'orderNo', 'cups']);
  expect(movedColumn(layout, 'orderNo', -1)).toBe(layout);
  expect(movedColumn(layout, 'cups', 1)).toBe(layout);
});

const robots = [
  { key: 'imei', width: 160, tight: 140 },
  { key: 'name', width: 140 },
  { key: 'state', width: 300, tight: 200 },
  { key: 'spot', width: 200, tight: 140 },
  { key: 'faults', width: 160 },
];
const widthsAt = (room: number) => Object.fromEntries(fitColumns(robots, room).widths);

test('in a wide table every column has its full width', () => {
  expect(fitColumns(robots, 800)).toEqual({ widths: new Map(), isWhole: true });
});

test.each([
  [710, { imei: 150, state: 250, spot: 170 }, true],
  [620, { imei: 140, state: 200, spot: 140 }, true],
  [619, { imei: 160, state: 300 }, false],
  [540, { imei: 150, state: 250 }, false],
  [299, { imei: 159 }, false],
  [100, {}, false],
])('of %i px the columns that shall be in sight make the most', (room, widths, isWhole) => {
  expect(widthsAt(room)).toEqual(widths);
  expect(fitColumns(robots, room).isWhole).toBe(isWhole);
});

test('a table that promises no column keeps all of them as they are', () => {
  expect(fitColumns([{ key: 'name', width: 900 }], 100)).toEqual({ widths: new Map(), isWhole: true });
});
