import { expect, test } from 'vitest';
import { initialLayout, movedColumn, reconcile } from './table-layout.ts';

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
