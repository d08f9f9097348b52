import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, removeStored, writeStored } from './stored.ts';

const kept = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  isFull = false;
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, text);
    },
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  removeStored('token');
  vi.unstubAllGlobals();
});

test('what does not fit into the storage of the browser is read all the same', () => {
  isFull = true;
  writeStored('token', 'first');
  expect(readStored('token')).toBe('first');
});

test('the old value is not read for a new one that did not fit', () => {
  writeStored('token', 'old');
  isFull = true;
  writeStored('token', 'new');
  expect(readStored('token')).toBe('new');
});

test('what another tab wrote later counts, and what it removed is gone', () => {
  isFull = true;
  writeStored('token', 'old');
  isFull = false;
  writeStored('token', 'new');
  kept.clear();
  expect(readStored('token')).toBeUndefined();
});
