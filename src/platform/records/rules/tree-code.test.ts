import { expect, test } from 'vitest';
import { codeAbove, isCodeBelow, nextCode } from './tree-code.ts';

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

test.each([
  ['', 'A01', true],
  ['A01', 'A01B99', true],
  ['A01', 'A02A01', false],
  ['', 'A01A01', false],
  ['', 'A00', false],
  ['', 'a01', false],
  ['', '', false],
  ['A01', 'A01', false],
])('below %j stands the code %j: %j', (parent, code, is) => {
  expect(isCodeBelow(parent, code)).toBe(is);
});

test('a code stands below the code that it begins with', () => {
  expect(codeAbove('A01B02C03')).toBe('A01B02');
  expect(codeAbove('A01')).toBe('');
});
