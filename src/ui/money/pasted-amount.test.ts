import { expect, test } from 'vitest';
import type { Currency } from '#platform/money/contract/currency.ts';
import { pastedAmount } from './pasted-amount.ts';

test.each<[string, Currency, number | undefined]>([
  ['12', 'NOK', 1200],
  ['12.5', 'NOK', 1250],
  ['12,50', 'NOK', 1250],
  [' kr 1 234,50', 'NOK', 123450],
  ['1,234.50', 'USD', 123450],
  ['1.234,50 €', 'EUR', 123450],
  ['1,234', 'USD', 123400],
  ['1.234.567', 'EUR', 123456700],
  ['￥1，234', 'JPY', 1234],
  ['1.234', 'OMR', 1234],
  ['.5', 'USD', 50],
  ['12.345', 'USD', undefined],
  ['10.5', 'KRW', undefined],
  ['1.2.3', 'USD', undefined],
  ['-5', 'USD', undefined],
  ['twelve', 'USD', undefined],
  ['', 'USD', undefined],
])('%j in %s is %s minor units', (text, currency, minor) => {
  const parsed = pastedAmount(text, currency);
  expect(parsed.valid ? parsed.minor : undefined).toBe(minor);
});
