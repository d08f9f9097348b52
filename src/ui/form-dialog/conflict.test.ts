import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conflictFields, mergedValues, rebased } from './conflict.ts';
import { isSameValue } from './form-state.ts';

const NAMES = ['name', 'model', 'interval', 'note'];
const BASE = { id: '1', version: 3, name: 'Lobby', model: 'K1', interval: 60, note: '' };

test.each([
  ['nobody else changed anything', { name: 'Mine' }, { version: 4 }, []],
  [
    'only they changed it',
    {},
    { name: 'Theirs' },
    [{ name: 'name', mine: 'Lobby', theirs: 'Theirs', isContested: false }],
  ],
  [
    'both changed it',
    { name: 'Mine' },
    { name: 'Theirs' },
    [{ name: 'name', mine: 'Mine', theirs: 'Theirs', isContested: true }],
  ],
  ['both changed it to the same', { name: 'Same' }, { name: 'Same' }, []],
  ['an empty text and none are the same', { note: '' }, { note: null }, []],
  ['a field that the form does not have', {}, { colour: 'red' }, []],
])('%s', (_what, mine, theirs, expected) => {
  expect(conflictFields(BASE, { ...BASE, ...mine }, { ...BASE, ...theirs }, NAMES)).toEqual(expected);
});

test('their version and what only they changed is taken over, what was typed here stays', () => {
  const merged = mergedValues(
    BASE,
    { ...BASE, name: 'Mine', interval: 90 },
    { ...BASE, version: 4, name: 'Theirs', model: 'K2' },
    NAMES,
  );
  expect(merged).toEqual({ ...BASE, version: 4, name: 'Mine', model: 'K2', interval: 90 });
  const theirs = { version: 4, name: 'Theirs', colour: 'red' };
  expect(rebased(BASE, theirs, NAMES)).toEqual({ ...BASE, version: 4, name: 'Theirs' });
});

test('what they wrote into a field that began empty here is taken over like any other', () => {
  const { note: _, ...base } = BASE;
  const theirs = { ...BASE, version: 4, note: 'late' };
  expect(mergedValues(base, base, theirs, NAMES)).toEqual(theirs);
  expect(rebased(base, theirs, NAMES)).toEqual(theirs);
});

const values = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom('a', 'b', 'c', '')])));
test('nothing typed here is lost, and nothing of theirs is overwritten unseen', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const merged = mergedValues(base, mine, theirs, NAMES);
      const shown = new Map(conflictFields(base, mine, theirs, NAMES).map((field) => [field.name, field]));
      for (const name of NAMES) {
        if (!isSameValue(mine[name], base[name])) expect(merged[name]).toBe(mine[name]);
        // what would be saved over their change stands before the user's eyes
        if (!isSameValue(theirs[name], base[name]) && !isSameValue(merged[name], theirs[name]))
          expect(shown.get(name)?.isContested).toBe(true);
      }
    }),
  );
});

test('a list is one value, the parts of an object are several', () => {
  const names = ['rows', 'rows.0', 'rows.0.price', 'address.city', 'address.zip'];
  const base = { version: 1, rows: [{ price: 1 }], address: { city: 'Oslo', zip: '0150' } };
  const mine = { ...base, rows: [{ price: 2 }], address: { city: 'Bergen', zip: '0150' } };
  const theirs = { version: 2, rows: [{ price: 1 }, { price: 9 }], address: { city: 'Oslo', zip: '5003' } };
  expect(conflictFields(base, mine, theirs, names)).toEqual([
    { name: 'rows', mine: mine.rows, theirs: theirs.rows, isContested: true },
    { name: 'address.zip', mine: '0150', theirs: '5003', isContested: false },
  ]);
  expect(mergedValues(base, mine, theirs, names)).toEqual({
    version: 2,
    rows: mine.rows,
    address: { city: 'Bergen', zip: '5003' },
  });
});
