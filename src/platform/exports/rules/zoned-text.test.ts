import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zonedText } from './zoned-text.ts';

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
