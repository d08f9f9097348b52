import fc from 'fast-check';
import { md5 as reference } from 'js-md5';
import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

// The test suite of RFC 1321.
test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
])('MD5 of "%s" is %s', (text, digest) => {
  expect(md5(text)).toBe(digest);
});

test.each([55, 56, 57, 63, 64, 65, 119, 120])('a text of %i bytes is padded to whole blocks', (length) => {
  expect(md5('x'.repeat(length))).toBe(reference('x'.repeat(length)));
});

test('every text has the digest that a package of 18 kB gives it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(md5(text)).toBe(reference(text));
    }),
  );
});
