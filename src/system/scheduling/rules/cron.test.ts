import { describe, expect, test } from 'vitest';
import { type CronExpression, readCron } from './cron.ts';

function read(text: string): CronExpression {
  const reading = readCron(text);
  if (!reading.valid) throw new Error(`${text}: ${JSON.stringify(reading)}`);
  return reading.expression;
}
const upTo = (last: number, first = 0) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

test.each([
  ['0 0 8 * * MON', '0 0 8 ? * MON'],
  ['0 0 8 5 * *', '0 0 8 5 * ?'],
  ['0 0 8 * * *', '0 0 8 * * ?'],
  ['0 0 8 * * ?', '0 0 8 * * ?'],
  ['0 0 8 ? * *', '0 0 8 ? * *'],
  ['  0 0  8 ? jan-mar mon,sun 2027 ', '0 0 8 ? JAN-MAR MON,SUN 2027'],
  ['0 0 8 lw * * *', '0 0 8 LW * ? *'],
])('%j is written %j, with the number of fields that was given', (text, normalised) => {
  expect(read(text).normalised).toBe(normalised);
  expect(read(normalised).normalised).toBe(normalised);
});

describe('weekdays: Monday 1 to Sunday 7, and 0', () => {
  test.each([
    ['1', [1]],
    ['7', [7]],
    ['0', [7]],
    ['SUN', [7]],
    ['SAT', [6]],
    ['MON,WED,FRI', [1, 3, 5]],
    ['1-5', [1, 2, 3, 4, 5]],
    ['6-1', [1, 6, 7]],
    ['SAT-MON', [1, 6, 7]],
    ['SUN-TUE', [1, 2, 7]],
    ['0-3', [1, 2, 3, 7]],
    ['MON-SUN', [1, 2, 3, 4, 5, 6, 7]],
    ['0-7', [1, 2, 3, 4, 5, 6, 7]],
    ['1/2', [1, 3, 5, 7]],
    ['3/3', [3, 6]],
    ['*/2', [1, 3, 5, 7]],
    ['TUE/3', [2, 5]],
    ['0/2', [7]],
    ['SUN/2', [7]],
    ['1,0,7', [1, 7]],
  ])('%s: %j', (week, weekdays) => {
    expect(read(`0 0 8 ? * ${week}`)).toMatchObject({ weekdays, days: null });
  });
});

test.each([
  ['28/2', { plain: [28, 30] }],
  ['1/10', { plain: [1, 11, 21, 31] }],
  ['28/40', { plain: [28] }],
  ['1-3,10', { plain: [1, 2, 3, 10] }],
  ['L', { plain: [], last: true }],
  ['L-3', { beforeLast: [3], last: false }],
  ['LW', { lastWeekday: true, last: false }],
  ['15W', { nearestWeekdays: [15] }],
  ['1,15W,L', { plain: [1], nearestWeekdays: [15], last: true }],
])('day %s: %o', (day, days) => {
  expect(read(`0 0 8 ${day} * ?`).days).toMatchObject(days);
});

test.each([
  ['*', upTo(59)],
  ['*/20', [0, 20, 40]],
  ['5/20', [5, 25, 45]],
  ['50/20', [50]],
  ['10-12', [10, 11, 12]],
  ['59,0,30,0', [0, 30, 59]],
])('minutes %s: %j', (minutes, values) => {
  expect(read(`0 ${minutes} 8 * * ?`).minutes).toEqual(values);
});

test.each([
  ['*', true],
  ['0-23', true],
  ['*/1', true],
  ['0/1', true],
  [upTo(23).join(','), true],
  ['1-23', false],
  ['*/2', false],
  ['8', false],
])('hours %s cover every hour: %s', (hours, every) => {
  expect(read(`0 0 ${hours} * * ?`).everyHour).toBe(every);
});

test('months by name and year', () => {
  expect(read('0 0 8 1 jan,DEC ? 2027-2029')).toMatchObject({ months: [1, 12], years: [2027, 2028, 2029] });
  expect(read('0 0 8 1 2/5 ? *')).toMatchObject({ months: [2, 7, 12], years: null });
});

describe('what is wrong is refused, and the field named', () => {
  test.each([
    ['60 0 8 * * ?', 'seconds'],
    ['? 0 8 * * ?', 'seconds'],
    ['0 60 8 * * ?', 'minutes'],
    ['0 5- 8 * * ?', 'minutes'],
    ['0 1.5 8 * * ?', 'minutes'],
    ['0 0 24 * * ?', 'hours'],
    ['0 0 -1 * * ?', 'hours'],
    ['0 0 10-8 * * ?', 'hours'],
    ['0 0 8/0 * * ?', 'hours'],
    ['0 0 */x * * ?', 'hours'],
    ['0 0 8, * * ?', 'hours'],
    ['0 0 *,8 * * ?', 'hours'],
    ['0 0 8 0 * ?', 'day'],
    ['0 0 8 32 * ?', 'day'],
    ['0 0 8 0W * ?', 'day'],
    ['0 0 8 32W * ?', 'day'],
    ['0 0 8 W * ?', 'day'],
    ['0 0 8 L-0 * ?', 'day'],
    ['0 0 8 L-31 * ?', 'day'],
    ['0 0 8 LL * ?', 'day'],
    ['0 0 8 MON * ?', 'day'],
    ['0 0 8 1 13 ?', 'month'],
    ['0 0 8 1 0 ?', 'month'],
    ['0 0 8 1 JANUARY ?', 'month'],
    ['0 0 8 1 NOV-FEB ?', 'month'],
    ['0 0 8 1 L ?', 'month'],
    ['0 0 8 ? * 8', 'week'],
    ['0 0 8 ? * 5L', 'week'],
    ['0 0 8 ? * MON#2', 'week'],
    ['0 0 8 ? * MONDAY', 'week'],
    ['0 0 8 ? * __PROTO__', 'week'],
    ['0 0 8 * * ? 1969', 'year'],
    ['0 0 8 * * ? 2200', 'year'],
    ['0 0 8 * * ? ?', 'year'],
    ['0 0 8 1 TOSTRING ?', 'month'],
  ])('%s: %s', (text, field) => {
    expect(readCron(text)).toMatchObject({ valid: false, because: 'field-invalid', field });
  });

  test.each([
    ['', 0],
    ['   ', 0],
    ['0 0 8 * *', 5],
    ['0 0 8 * * ? 2027 1', 8],
    ['@daily', 1],
  ])('%j has %i fields', (text, count) => {
    expect(readCron(text)).toEqual({ valid: false, because: 'field-count', count });
  });

  test.each(['0 0 8 5 * MON', '0 0 8 ? * ?', '0 0 8 L * 1-5', '0 0 8 */2 * 1'])(
    '%s: set either day or week',
    (text) => {
      expect(readCron(text)).toEqual({ valid: false, because: 'day-or-week' });
    },
  );
});
