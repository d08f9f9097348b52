import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChoice, writeChoice } from './choice.ts';

test.each([
  ['6', { isNot: false, values: ['6'] }],
  ['3,5', { isNot: false, values: ['3', '5'] }],
  ['!6', { isNot: true, values: ['6'] }],
  ['!3,6', { isNot: true, values: ['3', '6'] }],
  ['', { isNot: false, values: [] }],
  ['!', { isNot: true, values: [] }],
])('%j is read', (text, choice) => {
  expect(readChoice(text)).toEqual(choice);
});

test('what is written is read again; without a value there is nothing to write', () => {
  const values = fc.uniqueArray(fc.stringMatching(/^[\w-]{1,8}$/));
  fc.assert(
    fc.property(fc.boolean(), values, (isNot, some) => {
      const text = writeChoice({ isNot, values: some });
      if (some.length === 0) expect(text).toBe('');
      else expect(readChoice(text)).toEqual({ isNot, values: some });
    }),
  );
});
