import { expect, test } from 'vitest';
import { countryOf } from './country.ts';

test.each([
  ['', 'NOK', 'NO'],
  ['', 'CNY', 'CN'],
  ['', 'EUR', undefined],
  ['de', 'EUR', 'DE'],
  ['SE', 'NOK', 'SE'],
  ['1x', 'NOK', undefined],
])('a terminal in %j of a tenant with %s stands in %s', (given, currency, country) => {
  expect(countryOf(given, currency)).toBe(country);
});
