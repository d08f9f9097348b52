import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, normalCaptcha } from './code-life.ts';

test('every digest gives six digits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (digest) => {
      expect(codeOf(digest)).toMatch(/^\d{6}$/);
    }),
  );
});

test('a small digest keeps its leading zeros', () => {
  expect(codeOf(Uint8Array.of(0, 0, 0, 0, 0, 7, 1, 2))).toBe('000007');
});

test.each([
  ['ab 3d', 'AB3D'],
  ['ＡＢ３Ｄ', 'AB3D'],
])('%s is read as %s', (typed, read) => {
  expect(normalCaptcha(typed)).toBe(read);
});
