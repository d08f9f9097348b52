import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdRows, patchRow, showRows } from './hold-rows.ts';

interface Row {
  no: string;
  status: number;
}
const idOf = (row: Row): string => row.no;
const rows = (text: string): Row[] => text.split('').map((no) => ({ no, status: 1 }));

test('a new record waits, and the one it pushed to the next page stays bright', () => {
  const held = holdRows(rows('abc'), rows('nab'), idOf);
  expect(held.rows.map(idOf)).toEqual(['a', 'b', 'c']);
  expect(held.fresh).toBe(1);
  expect([...held.gone]).toEqual([]);
});

test('rows that waited are marked when they are shown, until the next answer', () => {
  const shown = showRows(rows('abc'), rows('mnab'), idOf);
  expect(shown.rows.map(idOf)).toEqual(['m', 'n', 'a', 'b']);
  expect([...shown.arrived]).toEqual(['m', 'n']);
  expect(shown.fresh).toBe(0);
  expect([...holdRows(shown.rows, rows('mnab'), idOf).arrived]).toEqual([]);
});

test('a record that no longer matches is dimmed where it stands', () => {
  const held = holdRows(rows('abc'), rows('acd'), idOf);
  expect(held.rows.map(idOf)).toEqual(['a', 'b', 'c']);
  expect([...held.gone]).toEqual(['b']);
});

test('known records take their new values in place', () => {
  const held = holdRows(rows('ab'), [{ no: 'b', status: 6 }, ...rows('a')], idOf);
  expect(held.rows).toEqual([
    { no: 'a', status: 1 },
    { no: 'b', status: 6 },
  ]);
});

test('an empty list takes what comes', () => {
  expect(holdRows([], rows('ab'), idOf).rows.map(idOf)).toEqual(['a', 'b']);
});

test('no answer ever moves a row that is on screen', () => {
  const letters = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 });
  fc.assert(
    fc.property(letters, letters, (shown, answer) => {
      const held = holdRows(rows(shown.join('')), rows(answer.join('')), idOf);
      expect(held.rows.map(idOf)).toEqual(shown);
    }),
  );
});

test('a live message changes the fields that the row has, and nothing else', () => {
  const before = rows('ab');
  const after = patchRow(before, idOf, 'b', { id: 'x', kind: 'order', status: 6, unknown: 1 });
  expect(after).toEqual([before[0], { no: 'b', status: 6 }]);
  expect(patchRow(before, idOf, 'b', { status: 1 })).toBe(before);
  expect(patchRow(before, idOf, 'z', { status: 6 })).toBe(before);
});
