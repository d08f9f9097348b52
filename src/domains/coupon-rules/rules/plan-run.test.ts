import { describe, expect, test } from 'vitest';
import {
  latestRuleRun,
  nextRuleRuns,
  type PlannedRule,
  periodKey,
  planRule,
  ruleRuns,
  type TimedRule,
} from './plan-run.ts';

const OSLO = 'Europe/Oslo';
const rule = (given: Partial<TimedRule>): TimedRule => ({
  frequency: 'daily',
  executionTime: '09:00:00',
  weekdays: [],
  beginAt: new Date('2026-12-31T23:00:00Z'),
  endAt: new Date('2027-12-31T22:59:59Z'),
  ...given,
});
const runs = (given: Partial<TimedRule>, after: string, count: number, zone = OSLO): string[] =>
  nextRuleRuns(rule(given), zone, new Date(after), count).map((run) => run.toISOString().replace('.000', ''));

describe('runs', () => {
  // the example of practice 6
  test('on the 31st of each month, which is the last day of shorter ones', () => {
    expect(runs({ frequency: 'monthly', executionTime: '31 09:00:00' }, '2020-01-01T00:00:00Z', 20)).toEqual([
      ...['2027-01-31T08:00:00Z', '2027-02-28T08:00:00Z', '2027-03-31T07:00:00Z', '2027-04-30T07:00:00Z'],
      ...['2027-05-31T07:00:00Z', '2027-06-30T07:00:00Z', '2027-07-31T07:00:00Z', '2027-08-31T07:00:00Z'],
      ...['2027-09-30T07:00:00Z', '2027-10-31T08:00:00Z', '2027-11-30T08:00:00Z', '2027-12-31T08:00:00Z'],
    ]);
  });

  test.each([
    // 29 February runs on the 28th of other years
    ['02-29 12:00:00', ['2027-02-28T11:00:00Z', '2028-02-29T11:00:00Z', '2029-02-28T11:00:00Z']],
    ['12-24 08:00:00', ['2027-12-24T07:00:00Z', '2028-12-24T07:00:00Z', '2029-12-24T07:00:00Z']],
  ])('each year at %s', (executionTime, expected) => {
    const endAt = new Date('2029-12-31T22:59:59Z');
    expect(runs({ frequency: 'yearly', executionTime, endAt }, '2020-01-01T00:00:00Z', 10)).toEqual(expected);
  });

  test('on the weekdays that are ticked, daily and hourly alone', () => {
    const weekend = { weekdays: [6, 7] };
    // 4 January 2027 is a Monday
    expect(runs(weekend, '2027-01-04T00:00:00Z', 3)).toEqual([
      ...['2027-01-09T08:00:00Z', '2027-01-10T08:00:00Z', '2027-01-16T08:00:00Z'],
    ]);
    const hourly = { ...weekend, frequency: 'hourly', executionTime: '15:00' } as const;
    expect(runs(hourly, '2027-01-04T00:00:00Z', 1)).toEqual(['2027-01-08T23:15:00Z']);
    const monthly = { ...weekend, frequency: 'monthly', executionTime: '04 09:00:00' } as const;
    expect(runs(monthly, '2027-01-01T00:00:00Z', 1)).toEqual(['2027-01-04T08:00:00Z']);
  });

  test('begin and end belong to it', () => {
    const at = { beginAt: new Date('2027-01-05T08:00:00Z'), endAt: new Date('2027-01-06T08:00:00Z') };
    expect(runs(at, '2020-01-01T00:00:00Z', 9)).toEqual(['2027-01-05T08:00:00Z', '2027-01-06T08:00:00Z']);
    const shorter = { beginAt: new Date('2027-01-05T08:00:00.001Z'), endAt: new Date('2027-01-06T07:59:59.999Z') };
    expect(runs(shorter, '2020-01-01T00:00:00Z', 9)).toEqual([]);
  });

  test.each([
    ['summer', '2027-03-27T23:00:00Z', '2027-03-28T21:59:59Z', 23],
    ['winter', '2027-10-30T22:00:00Z', '2027-10-31T22:59:59Z', 25],
  ])('each hour of the day on which clocks change to %s time', (_, from, to, hours) => {
    const given = rule({ frequency: 'hourly', executionTime: '30:00', beginAt: new Date(from), endAt: new Date(to) });
    const all = [...ruleRuns(given, OSLO, new Date(0))];
    expect(all).toHaveLength(hours);
    expect(new Set(all.map((run) => periodKey('hourly', run, OSLO))).size).toBe(hours);
  });

  test.each([
    // 02:30 does not exist on 28 March and exists twice on 31 October
    ['daily', '02:30:00', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00Z'],
    ['monthly', '28 02:30:00', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00Z'],
    ['yearly', '03-28 02:30:00', '2027-03-27T12:00:00Z', '2027-03-28T01:00:00Z'],
    ['daily', '02:30:00', '2027-10-30T12:00:00Z', '2027-10-31T00:30:00Z'],
    ['monthly', '31 02:30:00', '2027-10-30T12:00:00Z', '2027-10-31T00:30:00Z'],
    ['yearly', '10-31 02:30:00', '2027-10-30T12:00:00Z', '2027-10-31T00:30:00Z'],
  ] as const)('%s at %s after %s: once, at %s', (frequency, executionTime, after, expected) => {
    const found = runs({ frequency, executionTime }, after, 2);
    expect(found[0]).toBe(expected);
    // not again in the same night
    expect(found[1]?.slice(0, 10) ?? '').not.toBe(expected.slice(0, 10));
  });
});

test.each([
  ['yearly', '2026-12-31T23:30:00Z', '2027'],
  ['monthly', '2027-01-31T23:30:00Z', '2027-02'],
  ['daily', '2027-01-31T23:30:00Z', '2027-02-01'],
  ['hourly', '2027-10-31T00:30:00Z', '2027-10-31T00Z'],
  ['hourly', '2027-10-31T01:30:00Z', '2027-10-31T01Z'],
] as const)('the period of a %s run at %s is %s', (frequency, at, key) => {
  expect(periodKey(frequency, new Date(at), OSLO)).toBe(key);
});

describe('what a rule does', () => {
  const planned = (given: Partial<PlannedRule>): PlannedRule => ({
    ...rule({}),
    nextRunAt: new Date('2027-01-05T08:00:00Z'),
    plannedZone: OSLO,
    ...given,
  });
  const plan = (given: Partial<PlannedRule>, now: string) => {
    const { slot, nextRunAt } = planRule(planned(given), OSLO, new Date(now));
    return [slot?.toISOString().slice(0, 16), nextRunAt?.toISOString().slice(0, 16)];
  };

  test.each([
    ['before its time: it waits', {}, '2027-01-05T07:59:59Z', [undefined, '2027-01-05T08:00']],
    ['at its time', {}, '2027-01-05T08:00:00Z', ['2027-01-05T08:00', '2027-01-06T08:00']],
    [
      'after three days of downtime: the latest alone',
      {},
      '2027-01-08T10:00:00Z',
      ['2027-01-08T08:00', '2027-01-09T08:00'],
    ],
    ['without a plan: nothing runs', { nextRunAt: null }, '2027-01-08T10:00:00Z', [undefined, '2027-01-09T08:00']],
    ['in another zone: planned anew', { plannedZone: 'UTC' }, '2027-01-08T10:00:00Z', [undefined, '2027-01-09T08:00']],
    [
      'its last run, a moment later',
      { endAt: new Date('2027-01-05T08:00:00Z') },
      '2027-01-05T08:00:02Z',
      ['2027-01-05T08:00', undefined],
    ],
    [
      'missed, and over by now',
      { endAt: new Date('2027-01-06T12:00:00Z') },
      '2027-01-08T10:00:00Z',
      [undefined, undefined],
    ],
    [
      'missed, and not over yet',
      { endAt: new Date('2027-01-08T12:00:00Z') },
      '2027-01-08T10:00:00Z',
      ['2027-01-08T08:00', undefined],
    ],
  ])('%s', (_, given, now, expected) => {
    expect(plan(given, now)).toEqual(expected);
  });

  test('after two missed months, the latest day that the month has', () => {
    const monthly = rule({ frequency: 'monthly', executionTime: '31 09:00:00' });
    const after = new Date('2027-01-31T07:59:00Z');
    expect(latestRuleRun(monthly, OSLO, after, new Date('2027-03-15T00:00:00Z'))).toEqual(
      new Date('2027-02-28T08:00:00Z'),
    );
    expect(latestRuleRun(monthly, OSLO, after, new Date('2027-01-31T07:59:30Z'))).toBeNull();
  });
});
