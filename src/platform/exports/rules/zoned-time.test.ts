import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zonedSerial, zonedText } from './zoned-time.ts';

test.each([
  ['Europe/Oslo', '2027-03-28T00:59:59Z', '2027-03-28 01:59:59+01:00'],
  ['Europe/Oslo', '2027-03-28T01:00:00Z', '2027-03-28 03:00:00+02:00'],
  ['Europe/Oslo', '2027-10-31T00:30:00Z', '2027-10-31 02:30:00+02:00'],
  ['Europe/Oslo', '2027-10-31T01:30:00Z', '2027-10-31 02:30:00+01:00'],
  ['Asia/Kathmandu', '2027-01-01T00:00:00Z', '2027-01-01 05:45:00+05:45'],
  ['America/St_Johns', '2027-01-01T00:00:00Z', '2026-12-31 20:30:00-03:30'],
  ['Australia/Lord_Howe', '2027-04-03T15:00:00Z', '2027-04-04 01:30:00+10:30'],
])('in %s the instant %s is written %s', (zone, at, text) => {
  expect(zonedText(zone)(new Date(at))).toBe(text);
});

test('what is written names the very second that was meant, in every zone', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const seconds = fc.integer({ min: Date.UTC(1990, 0) / 1000, max: Date.UTC(2040, 0) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
      const text = zonedText(zone)(new Date(second * 1000));
      expect(new Date(text.replace(' ', 'T')).getTime()).toBe(second * 1000);
    }),
  );
});

test.each([
  ['Europe/Oslo', '2027-01-04T23:00:00.999Z', '46392'],
  ['Europe/Oslo', '2027-07-01T10:00:00Z', '46569.5'],
  ['Asia/Shanghai', '1999-12-31T22:00:00Z', '36526.25'],
  ['UTC', '1900-03-01T00:00:00Z', '61'],
  ['UTC', '1900-02-28T23:59:59Z', undefined],
  ['UTC', '9999-12-31T12:00:00Z', '2958465.5'],
  ['Asia/Shanghai', '9999-12-31T16:00:00Z', undefined],
])('in %s the instant %s is the day %s of spreadsheets', (zone, at, serial) => {
  expect(zonedSerial(zone)(new Date(at))).toBe(serial);
});

test('a spreadsheet shows the very second that the clocks of the zone showed', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const seconds = fc.integer({ min: Date.UTC(1901, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, fc.integer({ min: 0, max: 999 }), (zone, second, ms) => {
      const at = new Date(second * 1000 + ms);
      const days = Number(zonedSerial(zone)(at));
      const shown = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString();
      expect(`${shown.slice(0, 10)} ${shown.slice(11, 19)}`).toBe(zonedText(zone)(at).slice(0, 19));
    }),
  );
});
