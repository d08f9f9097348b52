import { expect, test } from 'vitest';
import { CURRENCY_FORMATS, TIME_FORMATS } from '../contract/display-formats.ts';
import { displayFacts } from './display-facts.ts';

test('what the settings offer is taken as it is', () => {
  for (const timeFormat of TIME_FORMATS)
    for (const currencyFormat of CURRENCY_FORMATS) {
      const stored = { timeZone: 'Asia/Tokyo', timeFormat, currency: 'JPY', currencyFormat } as const;
      expect(displayFacts(stored)).toEqual(stored);
    }
});

test.each([
  {},
  { timeZone: null, timeFormat: null, currency: null, currencyFormat: null },
  { timeZone: 8, currency: [] },
])('a tenant that lacks them is shown in UTC, in the first format, without a currency: %j', (stored) => {
  expect(displayFacts(stored)).toEqual({
    timeZone: 'UTC',
    timeFormat: 'yyyy-MM-dd HH:mm:ss',
    currency: '',
    currencyFormat: 'symbol',
  });
});

test.each([
  ['Mars/Olympus', 'UTC'],
  ['UTC+8', '+08:00'],
  ['gmt-3:30', '-03:30'],
  ['UTC+99', 'UTC'],
  [' Europe/Oslo ', 'Europe/Oslo'],
])('the zone %j is %s', (timeZone, shown) => {
  expect(displayFacts({ timeZone }).timeZone).toBe(shown);
});

test.each([
  ['YYYY-MM-DD HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
  ['yyyy/MM/dd HH:mm:ss', 'yyyy/MM/dd HH:mm:ss'],
  ['yyyy-MM-dd', 'yyyy-MM-dd HH:mm:ss'],
  ['HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
  ['<b> HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
])('the format %j is %s', (timeFormat, shown) => {
  expect(displayFacts({ timeFormat }).timeFormat).toBe(shown);
});
