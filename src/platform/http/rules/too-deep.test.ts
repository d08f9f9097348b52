import { expect, test } from 'vitest';
import { isTooDeep } from './too-deep.ts';

/** Lists and objects in turn, and a number in the innermost. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

test.each([
  [0, false],
  [1, false],
  [32, false],
  [33, true],
  [50_000, true],
])('%i levels: %s', (levels, expected) => expect(isTooDeep(nested(levels))).toBe(expected));

test('the bytes of a file are no level of it', () => {
  let value: unknown = new Uint8Array(10);
  for (let level = 0; level < 32; level++) value = [value];
  expect(isTooDeep(value)).toBe(false);
});
