import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrangedPath,
  arrangedRows,
  faultsByField,
  fieldAt,
  hasValueAt,
  isWithin,
  valueAt,
  withoutPlaces,
  withoutValueAt,
  withValueAt,
} from './field-path.ts';

const VALUES = { name: 'Day', phases: [{ from: '08:00', price: 1 }, { from: '12:00' }], address: { city: 'Oslo' } };

test('a value is found, put and left out by its path', () => {
  expect(valueAt(VALUES, 'phases.1.from')).toBe('12:00');
  expect(valueAt(VALUES, 'phases.7.from')).toBeUndefined();
  expect(valueAt(VALUES, 'name.length')).toBeUndefined();
  expect(hasValueAt(VALUES, 'phases.0.price')).toBe(true);
  expect(hasValueAt(VALUES, 'phases.1.price')).toBe(false);
  expect(withoutValueAt(VALUES, 'address.city')).toEqual({ ...VALUES, address: {} });
  expect(withoutValueAt(VALUES, 'phases.1.price')).toBe(VALUES);
});

test('a change leaves everything beside it the same object', () => {
  const changed = withValueAt(VALUES, 'phases.1.from', '13:00');
  expect(changed).toEqual({ ...VALUES, phases: [VALUES.phases[0], { from: '13:00' }] });
  expect(valueAt(changed, 'phases.0')).toBe(VALUES.phases[0]);
  expect(valueAt(changed, 'address')).toBe(VALUES.address);
  expect(VALUES.phases[1]).toEqual({ from: '12:00' });
});

test('what is not there yet is made: a list where a place is named', () => {
  expect(withValueAt({}, 'slots.0.from', '08:00')).toEqual({ slots: [{ from: '08:00' }] });
  expect(withValueAt({ address: null }, 'address.city', 'Oslo')).toEqual({ address: { city: 'Oslo' } });
});

test('names: within a field, and the same words for each row', () => {
  expect(isWithin('phases.2.price', 'phases.2')).toBe(true);
  expect(isWithin('phases.20', 'phases.2')).toBe(false);
  expect(withoutPlaces('groups.0.items.12.price')).toBe('groups.items.price');
});

test('a fault is told by the innermost field around it, its first one', () => {
  const fields = new Map(['name', 'ids', 'phases', 'phases.0', 'phases.0.price'].map((name) => [name, 0]));
  expect(fieldAt('phases.0.price', fields)).toBe('phases.0.price');
  expect(fieldAt('phases.0.from', fields)).toBe('phases.0');
  expect(fieldAt('phases.3.price', fields)).toBe('phases');
  expect(fieldAt('nowhere.0', fields)).toBe('nowhere.0');
  const [one, two] = [{ key: 'one' }, { key: 'two' }];
  expect(faultsByField({ 'ids.1': one, 'ids.4': two, 'phases.0.price': two }, fields)).toEqual({
    ids: one,
    'phases.0.price': two,
  });
});

test('what is known of a field goes with its row, and away with a removed one', () => {
  const order = [2, { added: {} }, 0];
  expect(arrangedPath('phases.2.price', 'phases', order)).toBe('phases.0.price');
  expect(arrangedPath('phases.0', 'phases', order)).toBe('phases.2');
  expect(arrangedPath('phases.1.price', 'phases', order)).toBeUndefined();
  expect(arrangedPath('phases', 'phases', order)).toBe('phases');
  expect(arrangedPath('phasesOfDay.1', 'phases', order)).toBe('phasesOfDay.1');
});

test('values and what is known of them stay together, however rows are arranged', () => {
  const arrangement = fc.integer({ min: 1, max: 6 }).chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.subarray([...Array(count).keys()]).chain((kept) => fc.shuffledSubarray(kept)),
    ),
  );
  fc.assert(
    fc.property(arrangement, ([count, sources]) => {
      const rows = Array.from({ length: count }, (_, id) => ({ id }));
      const after = { rows: arrangedRows(rows, sources) };
      for (const { id } of rows) {
        const path = arrangedPath(`rows.${id}.id`, 'rows', sources);
        if (sources.includes(id)) expect(valueAt(after, path ?? '')).toBe(id);
        else expect(path).toBeUndefined();
      }
    }),
  );
});
