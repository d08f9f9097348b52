import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#platform/time/rules/local-day.ts';
import type { SheetLine } from '../contract/endpoints.ts';
import { daySpan, dueDays, lastDueDay } from './close-day.ts';
import { correctionsOf } from './corrections.ts';

const HOUR_MS = 3_600_000;

test.each([
  { day: '2027-03-28', timeZone: 'Europe/Oslo', hours: 23 },
  { day: '2027-10-31', timeZone: 'Europe/Oslo', hours: 25 },
  { day: '2027-06-01', timeZone: 'Asia/Shanghai', hours: 24 },
])('$day in $timeZone has $hours hours', ({ day, timeZone, hours }) => {
  const { from, before } = daySpan(day, timeZone, null);
  expect((before.getTime() - from.getTime()) / HOUR_MS).toBe(hours);
});

test('days follow each other without a gap and without a moment twice, whatever zones the tenant had', () => {
  const zone = fc.constantFrom(
    'Europe/Oslo',
    'Asia/Shanghai',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
  );
  fc.assert(
    fc.property(fc.array(zone, { minLength: 2, maxLength: 12 }), fc.integer({ min: 0, max: 700 }), (zones, start) => {
      let end: Date | null = null;
      let day = addDays('2027-01-01', start);
      for (const timeZone of zones) {
        const span = daySpan(day, timeZone, end);
        if (end !== null && end < span.before) expect(span.from).toEqual(end);
        expect(span.from < span.before).toBe(true);
        end = span.before;
        day = addDays(day, 1);
      }
    }),
  );
});

test.each([
  { now: '2027-01-12T01:59:00Z', timeZone: 'Europe/Oslo', due: '2027-01-10' },
  { now: '2027-01-12T02:00:00Z', timeZone: 'Europe/Oslo', due: '2027-01-11' },
  { now: '2027-01-11T19:00:00Z', timeZone: 'Asia/Shanghai', due: '2027-01-11' },
  // the night of 31 October has an hour more
  { now: '2027-10-31T01:30:00Z', timeZone: 'Europe/Oslo', due: '2027-10-30' },
])('at $now the day $due of $timeZone is due', ({ now, timeZone, due }) => {
  expect(lastDueDay(new Date(now), timeZone)).toBe(due);
});

test.each([
  { last: null, days: ['2027-01-11'] },
  { last: '2027-01-11', days: [] },
  { last: '2027-01-10', days: ['2027-01-11'] },
  { last: '2027-01-08', days: ['2027-01-09', '2027-01-10', '2027-01-11'] },
  { last: '2026-01-01', days: [5, 6, 7, 8, 9, 10, 11].map((day) => `2027-01-${String(day).padStart(2, '0')}`) },
])('after $last the days $days are begun', ({ last, days }) => {
  expect(dueDays(new Date('2027-01-12T12:00:00Z'), 'Europe/Oslo', last)).toEqual(days);
});

const line = fc.record({
  section: fc.constantFrom('sales', 'refunds', 'provider') as fc.Arbitrary<SheetLine['section']>,
  key: fc.constantFrom('orders', 'net'),
  currency: fc.constantFrom('NOK', 'SEK'),
  number: fc.integer({ min: 0, max: 50 }),
  amountMinor: fc.integer({ min: -50_000, max: 50_000 }),
});
const sheet = fc.uniqueArray(line, { selector: ({ section, key, currency }) => `${section} ${key} ${currency}` });

test('the frozen sheet and all corrections make the sheet of today, and nothing is left then', () => {
  fc.assert(
    fc.property(sheet, sheet, sheet, (now, frozen, landed) => {
      const more = correctionsOf(now, frozen, landed);
      expect(correctionsOf(now, frozen, [...landed, ...more])).toEqual([]);
      expect(more.every(({ number, amountMinor }) => number !== 0 || amountMinor !== 0)).toBe(true);
    }),
  );
});

test('the three ways of a day are looked at anew and are no correction', () => {
  const match = { section: 'match', key: 'payments.ours', currency: 'NOK', number: 3, amountMinor: 9 } as const;
  expect(correctionsOf([match], [], [])).toEqual([]);
});
