import { describe, expect, test } from 'vitest';
import { readCron } from '#system/scheduling/rules/cron.ts';
import { planJob, runsTooOften } from './plan-job.ts';

const OSLO = 'Europe/Oslo';
const at = (text: string) => new Date(text);
const plan = (cronExpression: string, planned: string | null, now: string, zone = OSLO) => {
  const { slot, nextRunAt } = planJob(
    { cronExpression, nextRunAt: planned === null ? null : at(planned), plannedZone: OSLO },
    zone,
    at(now),
  );
  return [slot?.toISOString() ?? null, nextRunAt?.toISOString() ?? null];
};

describe('what a job does at a moment', () => {
  const DAILY = '0 30 2 * * ?';
  test.each([
    ['before its slot', '2027-01-02T01:30:00Z', '2027-01-01T12:00:00Z', null, '2027-01-02T01:30:00.000Z'],
    [
      'at its slot',
      '2027-01-02T01:30:00Z',
      '2027-01-02T01:30:00Z',
      '2027-01-02T01:30:00.000Z',
      '2027-01-03T01:30:00.000Z',
    ],
    [
      'after five days of rest',
      '2027-01-02T01:30:00Z',
      '2027-01-06T12:00:00Z',
      '2027-01-06T01:30:00.000Z',
      '2027-01-07T01:30:00.000Z',
    ],
    // 28 March 2027: 02:30 does not exist, and the gap ends at 01:00Z
    [
      'in the gap of spring',
      '2027-03-28T01:00:00Z',
      '2027-03-28T01:00:05Z',
      '2027-03-28T01:00:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ],
    // 31 October 2027: 02:30 is twice on the clock, at 00:30Z and 01:30Z
    [
      'in the first pass of autumn',
      '2027-10-31T00:30:00Z',
      '2027-10-31T00:30:00Z',
      '2027-10-31T00:30:00.000Z',
      '2027-11-01T01:30:00.000Z',
    ],
    ['in the second pass of autumn', '2027-11-01T01:30:00Z', '2027-10-31T01:30:00Z', null, '2027-11-01T01:30:00.000Z'],
  ])('%s', (_, planned, now, slot, next) => {
    expect(plan(DAILY, planned, now)).toEqual([slot, next]);
  });

  test('without a plan, and on the clocks of another zone, it is planned and nothing runs', () => {
    expect(plan(DAILY, null, '2027-01-01T12:00:00Z')).toEqual([null, '2027-01-02T01:30:00.000Z']);
    expect(plan(DAILY, '2027-01-01T01:30:00Z', '2027-01-01T12:00:00Z', 'Asia/Tokyo')).toEqual([
      null,
      '2027-01-01T17:30:00.000Z',
    ]);
  });

  test('the last slot of a schedule that ends leaves nothing to plan', () => {
    expect(plan('0 0 12 1 1 ? 2027', '2027-01-01T11:00:00Z', '2027-01-01T11:00:00Z')).toEqual([
      '2027-01-01T11:00:00.000Z',
      null,
    ]);
  });
});

test.each([
  ['0 0 * * * ?', 60, false],
  ['0 0 * * * ?', 61, true],
  ['0 0,30 8 * * ?', 60, true],
  ['0 0 8 * * ?', 60, false],
  ['0/1 * * * * ?', 0, false],
])('%s with %i minutes between runs', (text, minutes, isTooOften) => {
  const reading = readCron(text);
  if (!reading.valid) throw new Error(text);
  expect(runsTooOften(reading.expression, OSLO, at('2027-01-01T00:00:00Z'), minutes)).toBe(isTooOften);
});
