import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEST_ZONES } from '#platform/time/rules/test-zones.ts';
import { DATE_PRESETS, presetRange } from './presets.ts';
import { addDays, dayIn, daysCounted } from './zoned.ts';

describe.each([
  {
    today: '2026-11-22', // a Sunday
    monday: {
      today: ['2026-11-22', '2026-11-22'],
      yesterday: ['2026-11-21', '2026-11-21'],
      last7: ['2026-11-16', '2026-11-22'],
      last30: ['2026-10-24', '2026-11-22'],
      thisWeek: ['2026-11-16', '2026-11-22'],
      lastWeek: ['2026-11-09', '2026-11-15'],
      thisMonth: ['2026-11-01', '2026-11-22'],
      lastMonth: ['2026-10-01', '2026-10-31'],
    },
    sunday: { thisWeek: ['2026-11-22', '2026-11-22'], lastWeek: ['2026-11-15', '2026-11-21'] },
  },
  {
    today: '2027-03-01', // a Monday, and the first of a month
    monday: {
      yesterday: ['2027-02-28', '2027-02-28'],
      thisWeek: ['2027-03-01', '2027-03-01'],
      lastWeek: ['2027-02-22', '2027-02-28'],
      thisMonth: ['2027-03-01', '2027-03-01'],
      lastMonth: ['2027-02-01', '2027-02-28'],
    },
    sunday: { thisWeek: ['2027-02-28', '2027-03-01'], lastWeek: ['2027-02-21', '2027-02-27'] },
  },
  {
    today: '2027-01-01', // a Friday
    monday: {
      thisWeek: ['2026-12-28', '2027-01-01'],
      lastMonth: ['2026-12-01', '2026-12-31'],
      last30: ['2026-12-03', '2027-01-01'],
    },
    sunday: { thisWeek: ['2026-12-27', '2027-01-01'] },
  },
])('on $today', ({ today, ...weeks }) => {
  for (const weekStart of ['monday', 'sunday'] as const)
    test.each(Object.entries(weeks[weekStart]))(
      `%s is %j, the week beginning on ${weekStart}`,
      (preset, [from, to]) => {
        expect(presetRange(preset as (typeof DATE_PRESETS)[number], { today, weekStart })).toEqual({ from, to });
      },
    );
});

test.each([
  [
    '2026-11-30T23:30:00Z',
    'Europe/Oslo',
    { from: '2026-12-01', to: '2026-12-01' },
    { from: '2026-11-01', to: '2026-11-30' },
  ],
  [
    '2026-11-30T23:30:00Z',
    'America/New_York',
    { from: '2026-11-30', to: '2026-11-30' },
    { from: '2026-10-01', to: '2026-10-31' },
  ],
  [
    '2026-11-30T16:30:00Z',
    'Asia/Shanghai',
    { from: '2026-12-01', to: '2026-12-01' },
    { from: '2026-11-01', to: '2026-11-30' },
  ],
])('at %s the days of %s count', (at, timeZone, today, lastMonth) => {
  const calendar = { today: dayIn(Date.parse(at), timeZone), weekStart: 'monday' } as const;
  expect(presetRange('today', calendar)).toEqual(today);
  expect(presetRange('lastMonth', calendar)).toEqual(lastMonth);
});

test('no preset is longer than an export may be, reversed, or in the future, and weeks and months follow each other', () => {
  const days = fc
    .tuple(fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2060-01-01') }), fc.constantFrom(...TEST_ZONES))
    .map(([at, zone]) => dayIn(at, zone));
  fc.assert(
    fc.property(days, fc.constantFrom('monday' as const, 'sunday' as const), (today, weekStart) => {
      const of = (preset: (typeof DATE_PRESETS)[number]) => presetRange(preset, { today, weekStart });
      for (const preset of DATE_PRESETS) {
        const { from, to } = of(preset);
        expect(from <= to && to <= today).toBe(true);
        expect(daysCounted(from, to)).toBeLessThanOrEqual(31);
      }
      expect(addDays(of('lastWeek').to, 1)).toBe(of('thisWeek').from);
      expect(addDays(of('lastMonth').to, 1)).toBe(of('thisMonth').from);
      expect(daysCounted(of('lastWeek').from, of('lastWeek').to)).toBe(7);
      expect(new Date(of('thisWeek').from).getUTCDay()).toBe(weekStart === 'monday' ? 1 : 0);
    }),
  );
});
