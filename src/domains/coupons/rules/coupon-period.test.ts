import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_ZONES } from '#platform/time/rules/test-zones.ts';
import { claimPeriod } from './coupon-period.ts';

test.each([
  [0, '2027-01-03T12:00:00Z', 'once', null],
  [1, '2027-01-03T22:59:59Z', '2027-01-03', '2027-01-02T23:00:00.000Z'],
  [1, '2027-01-03T23:00:00Z', '2027-01-04', '2027-01-03T23:00:00.000Z'],
  // the first days of January belong to the last week of the year before
  [2, '2027-01-03T12:00:00Z', '2026-W53', '2026-12-27T23:00:00.000Z'],
  [2, '2027-01-03T23:00:00Z', '2027-W01', '2027-01-03T23:00:00.000Z'],
  [3, '2027-01-31T23:00:00Z', '2027-02', '2027-01-31T23:00:00.000Z'],
  // the clocks change on this day
  [1, '2027-03-28T10:00:00Z', '2027-03-28', '2027-03-27T23:00:00.000Z'],
] as const)('frequency %i at %s', (frequency, now, key, from) => {
  const period = claimPeriod(frequency, new Date(now), 'Europe/Oslo');
  expect([period.key, period.from?.toISOString() ?? null]).toEqual([key, from]);
});

test('a period has begun, and its first moment has the same name', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 3),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      fc.constantFrom(...TEST_ZONES),
      (frequency, now, zone) => {
        const { key, from } = claimPeriod(frequency, now, zone);
        expect(from!.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(claimPeriod(frequency, from!, zone).key).toBe(key);
        expect(claimPeriod(frequency, new Date(from!.getTime() - 1), zone).key).not.toBe(key);
      },
    ),
    { numRuns: 200 },
  );
});
