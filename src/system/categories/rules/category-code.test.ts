import { expect, test } from 'vitest';
import { nextCode } from './category-code.ts';

test.each([
  ['', undefined, { code: 'A01' }],
  ['', 'A01', { code: 'A02' }],
  ['', 'A99', { code: 'B01' }],
  ['', 'Z98', { code: 'Z99' }],
  ['', 'Z99', { because: 'full' }],
  ['A01', undefined, { code: 'A01A01' }],
  ['A01', 'A01A09', { code: 'A01A10' }],
  ['A01', 'A01Z99', { because: 'full' }],
  ['A01'.repeat(20), undefined, { because: 'too-deep' }],
])('below "%s" after %s comes %j', (parent, last, expected) => {
  expect(nextCode(parent, last)).toEqual(expected);
});
