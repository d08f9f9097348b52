import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateFault, rateIn, rateText } from './rate.ts';

test.each([
  ['', undefined],
  ['15', 150_000],
  ['12.5', 125_000],
  ['12,5 %', 125_000],
  ['１２．５％', 125_000],
  ['0.29', 2_900],
  ['.0001', 1],
  ['100', 1_000_000],
  ['5.', 50_000],
  ['0.00001', Number.NaN],
  ['1.2.3', Number.NaN],
  ['-3', Number.NaN],
  ['many', Number.NaN],
  ['.', Number.NaN],
])('%j is %d millionths', (text, millionths) => {
  expect(rateIn(text)).toBe(millionths);
});

test('every rate is written so that it is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (millionths) => {
      expect(rateIn(rateText(millionths))).toBe(millionths);
    }),
  );
  expect(rateText(125_000)).toBe('12.5');
  expect(rateText(1)).toBe('0.0001');
});

test('the limits of a schema are told in percent', () => {
  expect(rateFault({ key: 'tooHigh', facts: { maximum: 1_000_000 } })).toEqual({
    key: 'rateTooHigh',
    facts: { maximum: '100' },
  });
  expect(rateFault({ key: 'required' })).toEqual({ key: 'required' });
  expect(rateFault({ key: 'number' })).toEqual({ key: 'rate', facts: {} });
});
