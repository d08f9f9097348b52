import { expect, test } from 'vitest';
import { arrangedKeys, fittedKeys, NO_KEYS } from './row-keys.ts';

test('a row keeps its key wherever it goes, and no key is given twice', () => {
  const three = fittedKeys(NO_KEYS, 3);
  expect(three.keys).toEqual([0, 1, 2]);
  const moved = arrangedKeys(three, [2, 0, 1]);
  expect(moved.keys).toEqual([2, 0, 1]);
  const removed = arrangedKeys(moved, [1, 2]);
  expect(removed.keys).toEqual([0, 1]);
  expect(arrangedKeys(removed, [0, { added: {} }, 1]).keys).toEqual([0, 3, 1]);
});

test('values from elsewhere get as many keys as they have rows', () => {
  const three = fittedKeys(NO_KEYS, 3);
  expect(fittedKeys(three, 1)).toEqual({ keys: [0], next: 3 });
  expect(fittedKeys(fittedKeys(three, 1), 2).keys).toEqual([0, 3]);
});
