import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageUse, hourOfWeek, hoursToEmpty, neededWithin } from './stock-forecast.ts';

const week = (at: Record<number, number> = {}, others = 0) =>
  Array.from({ length: 168 }, (_, hour) => at[hour] ?? others);
const TWO_WEEKS = 336;

test('an hour of the week has come twice in 14 days', () => {
  expect(averageUse(week({ 8: 360 }), 30, TWO_WEEKS)[8]).toBe(180);
  expect(averageUse(week({ 8: 360 }), 30, TWO_WEEKS)[9]).toBe(0);
});

test('a young robot: hours that have not come take the time of day, else the average of all', () => {
  // one day up to Tuesday 6:00: Monday 8:00 has come, Tuesday 8:00 has not
  const use = averageUse(week({ 8: 90, 12: 30 }), 30, 24);
  expect([use[8], use[32], use[12], use[36]]).toEqual([90, 90, 30, 30]);
  const hour = averageUse(week({ 29: 20 }), 30, 1);
  expect([hour[29], hour[5], hour[100]]).toEqual([20, 20, 20]);
  expect(averageUse(week(), 30, 0)).toEqual(week());
});

test.each<[string, number, number[], number, number | null]>([
  ['nothing left', 0, week({}, 10), 0, 0],
  ['five hours of even use', 50, week({}, 10), 0, 5],
  ['half of the hour has gone', 5, week({}, 10), 30, 0.5],
  ['into the next hour', 10, week({}, 10), 30, 1],
  ['nobody buys at night: empty in the morning', 15, week({ 10: 10, 20: 10 }), 0, 20.5],
  ['by the same hour of next week', 30, week({ 0: 10 }), 0, null],
  ['it is not used at all', 30, week(), 0, null],
])('%s', (_, level, use, minutes, hours) => {
  expect(hoursToEmpty(level, use, 0, minutes)).toBe(hours);
});

test('more lasts longer, and what is used in that time is what there was', () => {
  const uses = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 168, maxLength: 168 });
  const start = { at: fc.integer({ min: 0, max: 167 }), minutes: fc.integer({ min: 0, max: 59 }) };
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 2_000 }), fc.record(start), (use, level, { at, minutes }) => {
      const hours = hoursToEmpty(level, use, at, minutes);
      const fewer = hoursToEmpty(level - 1, use, at, minutes);
      if (hours === null) return;
      expect(fewer).not.toBeNull();
      expect(fewer ?? 0).toBeLessThanOrEqual(hours);
      let used = 0;
      for (let from = minutes / 60, end = from + hours, hour = 0; hour < end; hour++) {
        const share = Math.max(0, Math.min(end, hour + 1) - Math.max(from, hour));
        used += share * (use[(at + hour) % 168] ?? 0);
      }
      expect(used).toBeCloseTo(level, 6);
    }),
  );
});

test('the hour of the week is that of the tenant', () => {
  const sunday = new Date('2027-03-07T23:30:00Z');
  expect(hourOfWeek(sunday, 'UTC')).toEqual({ at: 167, minutes: 30 });
  expect(hourOfWeek(sunday, 'Asia/Tokyo')).toEqual({ at: 8, minutes: 30 });
});

test('what is used within hours counts the part of the hour that is left, and goes round the week', () => {
  const use = Array.from({ length: 168 }, (_, hour) => (hour === 167 ? 6 : hour === 0 ? 10 : 1));
  expect(neededWithin(0, use, 167, 30)).toBe(0);
  expect(neededWithin(1, use, 167, 30)).toBe(3 + 5);
  expect(neededWithin(2.5, use, 167, 30)).toBe(3 + 10 + 1);
});
