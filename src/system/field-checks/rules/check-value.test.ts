import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedValue, failedPart } from './check-value.ts';

const match = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test(text);
const LETTERS_THEN_DIGITS = [
  { digits: '2', pattern: '[A-Z]+' },
  { digits: '3', pattern: '\\d+' },
  { digits: '*', pattern: '.{5,8}' },
];

describe('a value', () => {
  test.each([
    ['AB123', undefined],
    ['AB123XYZ', undefined],
    ['Ab123', { begin: 0, end: 2, part: LETTERS_THEN_DIGITS[0] }],
    ['AB12x', { begin: 2, end: 5, part: LETTERS_THEN_DIGITS[1] }],
    ['AB123456789', { begin: 0, end: 11, part: LETTERS_THEN_DIGITS[2] }],
    ['AB', { begin: 2, end: 2, part: LETTERS_THEN_DIGITS[1] }],
    ['', { begin: 0, end: 0, part: LETTERS_THEN_DIGITS[0] }],
  ])('%j is checked entry by entry', (value, failed) => {
    expect(failedPart(LETTERS_THEN_DIGITS, value, match)).toEqual(failed);
  });
  test('is counted in characters, not in code units', () => {
    expect(failedPart([{ digits: '1', pattern: '☕|😀' }], '😀x', match)).toBeUndefined();
  });
  test('passes a rule without entries', () => {
    expect(failedPart([], 'anything', match)).toBeUndefined();
  });
  test('encoded once more is read; a lone percent sign stays', () => {
    expect(decodedValue('A%26B')).toBe('A&B');
    expect(decodedValue('100%')).toBe('100%');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(decodedValue(encodeURIComponent(value))).toBe(value);
      }),
    );
  });
});
