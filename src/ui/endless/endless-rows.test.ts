import { expect, test } from 'vitest';
import { appendSlice, ENDLESS_MAX, isFull, noteNewest, nothingLoaded, showFresh } from './endless-rows.ts';

const idOf = (row: number): string => String(row);
const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at);
const loaded = appendSlice(nothingLoaded<number>(), { records: down(100, 51), next: 'c51' }, undefined);

test('older slices come at the end until there is no next one', () => {
  const all = appendSlice(loaded, { records: down(50, 1), next: null }, 'c51');
  expect(all.rows).toEqual(down(100, 1));
  expect(all.next).toBeNull();
});

test('a slice that was asked for twice stands there once', () => {
  expect(appendSlice(loaded, { records: down(100, 51), next: 'c51' }, undefined)).toBe(loaded);
  const more = appendSlice(loaded, { records: down(50, 21), next: 'c21' }, 'c51');
  expect(appendSlice(more, { records: down(50, 21), next: 'c21' }, 'c51')).toBe(more);
});

test('newer rows wait and are shown on top when the reader asks', () => {
  const told = noteNewest(loaded, { records: down(103, 54), next: 'x' }, idOf);
  expect(told.rows).toBe(loaded.rows);
  expect(told).toMatchObject({ fresh: [103, 102, 101], hasGap: false });
  expect(noteNewest(told, { records: down(103, 54), next: 'x' }, idOf)).toBe(told);
  expect(showFresh(told)).toEqual({ rows: down(103, 51), next: 'c51', fresh: [], hasGap: false });
});

test('more news than one slice holds leave a gap, and are told as one', () => {
  const told = noteNewest(loaded, { records: down(300, 251), next: 'x' }, idOf);
  expect(told).toMatchObject({ hasGap: true });
  expect(told.fresh).toHaveLength(50);
});

test('the first rows of an empty log are news without a gap', () => {
  const empty = appendSlice(nothingLoaded<number>(), { records: [], next: null }, undefined);
  expect(noteNewest(empty, { records: [2, 1], next: null }, idOf)).toMatchObject({ fresh: [2, 1], hasGap: false });
});

test('before the first answer there is no news, and the same answer changes nothing', () => {
  const before = nothingLoaded<number>();
  expect(noteNewest(before, { records: [1], next: null }, idOf)).toBe(before);
  expect(noteNewest(loaded, { records: down(100, 51), next: 'c51' }, idOf)).toBe(loaded);
});

test('what is kept has an end', () => {
  expect(isFull(loaded)).toBe(false);
  expect(isFull({ ...loaded, rows: down(ENDLESS_MAX, 1) })).toBe(true);
});
