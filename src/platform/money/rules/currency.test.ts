import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES, CURRENCY_CODES, type Currency } from '../contract/currency.ts';
import { formatMoney } from './format-money.ts';
import { legacyToEuroCents } from './legacy-euro.ts';
import { parseAmount, toDecimalText } from './parse-amount.ts';

// Practice 1.2, row by row: code, decimals, cash step, card step, withdrawn.
const TABLE: [Currency, number, number, number, boolean][] = [
  ['SAR', 2, 1, 1, false],
  ['NOK', 2, 100, 1, false],
  ['OMR', 3, 1, 10, false],
  ['CNY', 2, 1, 1, false],
  ['EUR', 2, 1, 1, false],
  ['GBP', 2, 1, 1, false],
  ['USD', 2, 1, 1, false],
  ['JPY', 0, 1, 1, false],
  ['KRW', 0, 1, 1, false],
  ['FRF', 2, 1, 1, true],
  ['IEP', 2, 1, 1, true],
  ['NLG', 2, 1, 1, true],
  ['SEK', 2, 100, 1, false],
  ['MXN', 2, 1, 1, false],
  ['ILS', 2, 10, 1, false],
  ['PLN', 2, 1, 1, false],
  ['AED', 2, 1, 1, false],
];

test('the currency table has the seventeen rows of the specification', () => {
  expect(TABLE).toHaveLength(17);
  expect(CURRENCY_CODES).toEqual(TABLE.map(([code]) => code));
});

test.each(TABLE)('%s has %i decimals, cash step %i, card step %i, withdrawn: %s', (...row) => {
  const [code, digits, cashStep, amountStep, withdrawn] = row;
  expect(CURRENCIES[code]).toEqual({ digits, cashStep, amountStep, withdrawn });
});

test.each([
  ['12.34', 'SAR', 1234],
  ['12', 'SAR', 1200],
  ['12.3', 'SAR', 1230],
  ['0.125', 'OMR', 125],
  ['99', 'KRW', 99],
  ['007', 'JPY', 7],
  ['0', 'EUR', 0],
  ['90071992547409.91', 'EUR', Number.MAX_SAFE_INTEGER],
] as const)('%s %s is %i minor units', (text, currency, minor) => {
  expect(parseAmount(text, currency)).toEqual({ valid: true, minor });
});

test.each([
  ['12.345', 'SAR', 'too-many-decimals'],
  ['99.5', 'KRW', 'too-many-decimals'],
  ['12.340', 'SAR', 'too-many-decimals'],
  ['-1', 'EUR', 'malformed'],
  ['+1', 'EUR', 'malformed'],
  ['1e3', 'EUR', 'malformed'],
  ['1,000', 'EUR', 'malformed'],
  ['1.2.3', 'EUR', 'malformed'],
  ['1.', 'EUR', 'malformed'],
  ['.5', 'EUR', 'malformed'],
  ['', 'EUR', 'malformed'],
  [' 1', 'EUR', 'malformed'],
  ['١٢', 'SAR', 'malformed'],
  ['90071992547409.92', 'EUR', 'too-large'],
] as const)('%j %s is refused: %s', (text, currency, because) => {
  expect(parseAmount(text, currency)).toEqual({ valid: false, because });
});

test('every amount survives the way to text and back', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(...CURRENCY_CODES), (minor, currency) => {
      expect(parseAmount(toDecimalText(minor, currency), currency)).toEqual({ valid: true, minor });
    }),
  );
});

test.each([
  [1234, 'JPY', 'en-US', 'symbol', '¥1,234'],
  [1234, 'OMR', 'en-US', 'symbol', 'OMR\u00a01.234'],
  [123_456, 'CNY', 'zh-CN', 'symbol', '¥1,234.56'],
  [123_456, 'NOK', 'en-US', 'narrowSymbol', 'kr\u00a01,234.56'],
  [123_456, 'FRF', 'en-US', 'code', 'FRF\u00a01,234.56'],
  [-50, 'EUR', 'en-US', 'symbol', '-€0.50'],
  [0, 'KRW', 'en-US', 'symbol', '₩0'],
  [Number.MAX_SAFE_INTEGER, 'EUR', 'en-US', 'code', 'EUR\u00a090,071,992,547,409.91'],
] as const)('%i %s in %s, %s, reads %s', (minor, currency, language, placement, text) => {
  expect(formatMoney(minor, currency, language, placement)).toBe(text);
});

test.each([
  [10_000, 'FRF', 1524],
  [10_000, 'IEP', 12_697],
  [10_000, 'NLG', 4538],
] as const)('%i minor units of %s are %i euro cents', (minor, currency, cents) => {
  expect(legacyToEuroCents(minor, currency)).toBe(cents);
});
