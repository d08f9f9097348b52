import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addLocalDays,
  compactLocalDay,
  countDays,
  dayRange,
  localDay,
  startOfDay,
  wallClock,
} from './local-day.ts';
import { TEST_ZONES } from './test-zones.ts';
import { isTimeZone } from './time-zone.ts';

const instants = fc.date({ min: new Date('2010-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
const zones = fc.constantFrom(...TEST_ZONES);

test.each([
  ['2027-03-01T22:59:59.999Z', 'Europe/Oslo', '20270301'],
  ['2027-03-01T23:00:00Z', 'Europe/Oslo', '20270302'],
  ['2027-03-01T23:00:00Z', 'UTC', '20270301'],
  ['2027-03-01T16:00:00Z', 'Asia/Shanghai', '20270302'],
  ['2027-03-01T18:29:59Z', 'Asia/Kolkata', '20270301'],
])('at %s %s has %s', (instant, zone, day) => {
  expect(compactLocalDay(new Date(instant), zone)).toBe(day);
});

test.each([
  ['2027-03-28', 'Europe/Oslo', '2027-03-27T23:00:00Z', 23],
  ['2027-10-31', 'Europe/Oslo', '2027-10-30T22:00:00Z', 25],
  ['2027-10-03', 'Australia/Lord_Howe', '2027-10-02T13:30:00Z', 23.5],
  // clocks go forward at midnight: the day begins at 01:00
  ['2027-04-30', 'Africa/Cairo', '2027-04-29T22:00:00Z', 23],
])('%s in %s begins at %s and has %d hours', (day, zone, begins, hours) => {
  const range = dayRange(day, day, zone);
  expect(range.from).toEqual(new Date(begins));
  expect((range.before.getTime() - range.from.getTime()) / 3_600_000).toBe(hours);
});

describe('in every zone', () => {
  test('an instant lies within its own day and no other', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const day = localDay(instant, zone);
        const range = dayRange(day, day, zone);
        expect(range.from.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(range.before.getTime()).toBeGreaterThan(instant.getTime());
        expect(startOfDay(day, zone)).toEqual(range.from);
      }),
    );
  });

  test('days follow each other without a gap', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const day = localDay(instant, zone);
        expect(dayRange(day, day, zone).before).toEqual(startOfDay(addDays(day, 1), zone));
      }),
    );
  });
});

test('days are counted with both ends', () => {
  expect(countDays('2027-01-01', '2027-01-01')).toBe(1);
  expect(countDays('2028-02-28', '2028-03-01')).toBe(3);
  expect(countDays('2027-01-02', '2027-01-01')).toBe(0);
});

test('tomorrow at the same time is not always in 24 hours', () => {
  expect(addLocalDays(new Date('2027-03-27T11:00:00Z'), 1, 'Europe/Oslo')).toEqual(new Date('2027-03-28T10:00:00Z'));
});

test.each([
  ['Europe/Oslo', true],
  ['UTC', true],
  ['Australia/Lord_Howe', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['+02:00', false],
  ['', false],
  ['Mars/Olympus', false],
  ['Europe/Oslo ', false],
  ['2027-01-01T00:00[Europe/Oslo]', false],
])('%j is a time zone: %s', (name, valid) => {
  expect(isTimeZone(name)).toBe(valid);
});

test.each([
  ['2027-03-01T22:59:59.999Z', 'Europe/Oslo', '2027-03-01 23:59:59'],
  ['2027-03-01T16:00:00Z', 'Asia/Shanghai', '2027-03-02 00:00:00'],
  ['0999-01-02T03:04:05Z', 'UTC', '0999-01-02 03:04:05'],
])('at %s the clock of %s shows %s', (instant, zone, shown) => {
  expect(wallClock(new Date(instant), zone)).toBe(shown);
});
