import { describe, expect, test } from 'vitest';
import { type CronExpression, readCron } from './cron.ts';
import { isoWithOffset, latestRun, nextRuns } from './next-runs.ts';

function read(text: string): CronExpression {
  const reading = readCron(text);
  if (!reading.valid) throw new Error(text);
  return reading.expression;
}
const instant = (text: string) => new Date(text.includes('T') ? text : `${text}T00:00:00Z`);
const runs = (text: string, zone: string, after: string, count: number) =>
  nextRuns(read(text), zone, instant(after), count).map((run) => isoWithOffset(run, zone).replace(/:00([+-])/, '$1'));

describe('the examples of practice 17.3', () => {
  test.each([
    ['0 0 8 10W * ?', '2027-03-20', ['2027-04-09', '2027-05-10', '2027-06-10', '2027-07-09']],
    ['0 0 12 L * ?', '2027-02-10', ['2027-02-28', '2027-03-31', '2027-04-30']],
    ['0 0 7 ? * 3/3', '2026-11-20', ['2026-11-21', '2026-11-25', '2026-11-28']],
    ['0 0 3 28/2 * ?', '2027-02-01', ['2027-02-28', '2027-03-28', '2027-03-30', '2027-04-28', '2027-04-30']],
    ['0 0 12 1W * ?', '2026-10-20', ['2026-11-02']],
  ])('%s after %s', (text, after, days) => {
    expect(runs(text, 'UTC', after, days.length).map((run) => run.slice(0, 10))).toEqual(days);
  });
});

describe('days of the month', () => {
  test.each([
    ['a Sunday at the end: the Friday before', '0 0 0 31W 1 ?', '2027-01-01', ['2027-01-29', '2028-01-31']],
    ['months without that day are left out', '0 0 0 31W * ?', '2027-04-01', ['2027-05-31', '2027-07-30']],
    ['a Saturday the 1st: Monday the 3rd', '0 0 0 1W 5 ?', '2027-04-30', ['2027-05-03']],
    ['a Sunday the 1st: Monday the 2nd', '0 0 0 1W 8 ?', '2027-07-30', ['2027-08-02']],
    ['the last weekday', '0 0 0 LW * ?', '2027-01-01', ['2027-01-29', '2027-02-26', '2027-03-31', '2027-04-30']],
    [
      'three days before the last',
      '0 0 0 L-3 * ?',
      '2028-01-01',
      ['2028-01-28', '2028-02-26', '2028-03-28', '2028-04-27'],
    ],
    ['the same outside of leap years', '0 0 0 L-3 2 ?', '2027-01-01', ['2027-02-25', '2028-02-26', '2029-02-25']],
    [
      'thirty days before the last: long months only',
      '0 0 0 L-30 * ?',
      '2027-01-02',
      ['2027-03-01', '2027-05-01', '2027-07-01'],
    ],
    ['a leap day', '0 0 0 29 2 ?', '2095-01-01', ['2096-02-29', '2104-02-29']],
    [
      'several ways of saying a day',
      '0 0 0 1,L-1,L * ?',
      '2027-02-01',
      ['2027-02-27', '2027-02-28', '2027-03-01', '2027-03-30', '2027-03-31'],
    ],
    ['the same day said twice is one run', '0 0 0 28,L,LW 2 ?', '2029-01-01', ['2029-02-28', '2030-02-28']],
  ])('%s', (_title, text, after, days) => {
    const found = runs(text, 'UTC', instant(after).toISOString(), days.length);
    expect(found.map((run) => run.slice(0, 10))).toEqual(days);
  });
});

describe('clock changes in Oslo (practice 17.4)', () => {
  const spring = '2027-03-27T12:00:00Z';
  const autumn = '2027-10-30T12:00:00Z';

  test.each([
    [
      'a time in the gap moves to its end',
      '0 30 2 * * ?',
      spring,
      ['2027-03-28T03:00+02:00', '2027-03-29T02:30+02:00'],
    ],
    [
      'several in the gap become one run',
      '0 15,45 2 * * ?',
      spring,
      ['2027-03-28T03:00+02:00', '2027-03-29T02:15+02:00', '2027-03-29T02:45+02:00'],
    ],
    [
      'also with every minute',
      '0 * 2 * * ?',
      spring,
      ['2027-03-28T03:00+02:00', '2027-03-29T02:00+02:00', '2027-03-29T02:01+02:00'],
    ],
    [
      "and with a run at the gap's end",
      '0 0,30 2,3 * * ?',
      spring,
      ['2027-03-28T03:00+02:00', '2027-03-28T03:30+02:00', '2027-03-29T02:00+02:00'],
    ],
    [
      'a repeated time runs once, the first time',
      '0 30 2 * * ?',
      autumn,
      ['2027-10-31T02:30+02:00', '2027-11-01T02:30+01:00'],
    ],
    [
      'every other hour: no second pass',
      '0 0 */2 * * ?',
      '2027-10-30T22:00:00Z',
      ['2027-10-31T02:00+02:00', '2027-10-31T04:00+01:00'],
    ],
    [
      'every hour: both passes',
      '0 0 * * * ?',
      '2027-10-30T23:59:00Z',
      ['2027-10-31T02:00+02:00', '2027-10-31T02:00+01:00', '2027-10-31T03:00+01:00'],
    ],
    [
      'every half hour: all first passes, then all second ones',
      '0 0/30 * * * ?',
      '2027-10-30T23:59:00Z',
      [
        '2027-10-31T02:00+02:00',
        '2027-10-31T02:30+02:00',
        '2027-10-31T02:00+01:00',
        '2027-10-31T02:30+01:00',
        '2027-10-31T03:00+01:00',
      ],
    ],
    [
      'every hour: nothing extra in the gap',
      '0 30 * * * ?',
      '2027-03-28T00:00:00Z',
      ['2027-03-28T01:30+01:00', '2027-03-28T03:30+02:00', '2027-03-28T04:30+02:00'],
    ],
  ])('%s', (_title, text, after, expected) => {
    expect(runs(text, 'Europe/Oslo', after, expected.length)).toEqual(expected);
  });

  test('the instants of the specification', () => {
    const utc = (text: string, after: string, count: number) =>
      nextRuns(read(text), 'Europe/Oslo', instant(after), count).map((run) => run.toISOString());
    expect(utc('0 30 2 * * ?', spring, 1)).toEqual(['2027-03-28T01:00:00.000Z']);
    expect(utc('0 30 2 * * ?', autumn, 1)).toEqual(['2027-10-31T00:30:00.000Z']);
    expect(utc('0 0 * * * ?', '2027-10-30T23:30:00Z', 3)).toEqual([
      '2027-10-31T00:00:00.000Z',
      '2027-10-31T01:00:00.000Z',
      '2027-10-31T02:00:00.000Z',
    ]);
  });

  test('asked in the middle of the first pass, the second one is still named', () => {
    expect(runs('0 15 * * * ?', 'Europe/Oslo', '2027-10-31T00:40:00Z', 2)).toEqual([
      '2027-10-31T02:15+01:00',
      '2027-10-31T03:15+01:00',
    ]);
  });

  test('asked in the second pass, a run of the first one is not named again', () => {
    expect(runs('0 50 2 * * ?', 'Europe/Oslo', '2027-10-31T01:10:00Z', 1)).toEqual(['2027-11-01T02:50+01:00']);
  });
});

describe('other zones', () => {
  test.each([
    [
      'Lord Howe goes forward by half an hour',
      '0 15 2 * * ?',
      'Australia/Lord_Howe',
      '2027-10-02T12:00:00Z',
      ['2027-10-03T02:30+11:00', '2027-10-04T02:15+11:00'],
    ],
    [
      'and back by half an hour',
      '0 45 * * * ?',
      'Australia/Lord_Howe',
      '2027-04-03T14:00:00Z',
      ['2027-04-04T01:45+11:00', '2027-04-04T01:45+10:30', '2027-04-04T02:45+10:30'],
    ],
    ['Kolkata is half an hour off', '0 0 8 * * ?', 'Asia/Kolkata', '2027-01-01T00:00:00Z', ['2027-01-01T08:00+05:30']],
    [
      'Cairo goes forward at midnight',
      '0 0 0 * * ?',
      'Africa/Cairo',
      '2027-04-29T00:00:00Z',
      ['2027-04-30T01:00+03:00', '2027-05-01T00:00+03:00'],
    ],
    [
      'Apia once left out a day',
      '0 0 12 * * ?',
      'Pacific/Apia',
      '2011-12-29T12:00:00Z',
      ['2011-12-29T12:00-10:00', '2011-12-31T00:00+14:00', '2011-12-31T12:00+14:00'],
    ],
  ])('%s', (_title, text, zone, after, expected) => {
    expect(runs(text, zone, after, expected.length)).toEqual(expected);
  });
});

describe('how many', () => {
  test('runs lie strictly after the given instant', () => {
    expect(runs('0 0 8 * * ?', 'UTC', '2027-01-01T08:00:00Z', 1)).toEqual(['2027-01-02T08:00+00:00']);
    expect(runs('0 0 8 * * ?', 'UTC', '2027-01-01T07:59:59.999Z', 1)).toEqual(['2027-01-01T08:00+00:00']);
    expect(nextRuns(read('* * * * * ?'), 'UTC', instant('2027-01-01T08:00:00.500Z'), 1)).toEqual([
      instant('2027-01-01T08:00:01Z'),
    ]);
  });

  test('the year field ends them', () => {
    expect(runs('0 0 8 1 12 ? 2027,2028', 'UTC', '2027-01-01', 10)).toHaveLength(2);
    expect(runs('0 0 8 * * ? 2026', 'UTC', '2027-01-01', 10)).toEqual([]);
  });

  test.each(['0 0 8 30 2 ?', '0 0 8 31W 2,4 ?', '0 0 8 L-30 4 ?', '0 0 8 29 2 ? 2027', '0 0 8 L-28 2 ? 2027'])(
    '%s never runs, and says so at once',
    (text) => {
      const begun = performance.now();
      expect(runs(text, 'Europe/Oslo', '2027-01-01', 10)).toEqual([]);
      expect(performance.now() - begun).toBeLessThan(2000);
    },
  );
});

describe('the latest run', () => {
  test.each([
    ['0 0 8 * * ?', '2027-01-01T08:00:00Z', '2027-03-01T07:59:59Z', '2027-02-28T08:00:00Z'],
    ['0 0 8 * * ?', '2027-01-01T08:00:00Z', '2027-03-01T08:00:00Z', '2027-03-01T08:00:00Z'],
    ['0 0 8 1 1 ?', '2020-01-01T08:00:00Z', '2026-12-31T00:00:00Z', '2026-01-01T08:00:00Z'],
    ['* * * * * ?', '2020-01-01T08:00:00Z', '2026-12-31T00:00:00Z', '2026-12-31T00:00:00Z'],
    ['0 0 8 * * ?', '2027-01-01T08:00:00Z', '2027-01-02T07:00:00Z', undefined],
    ['0 0 8 * * ?', '2027-01-02T08:00:00Z', '2027-01-01T08:00:00Z', undefined],
  ])('of %s in (%s, %s]: %s', (text, after, upTo, latest) => {
    expect(latestRun(read(text), 'UTC', instant(after), instant(upTo))).toEqual(latest ? instant(latest) : null);
  });
});
