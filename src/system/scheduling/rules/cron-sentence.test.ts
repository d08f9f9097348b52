import { describe, expect, test } from 'vitest';
import { type CronChoices, choicesOf } from './cron-choice.ts';
import { describeCron } from './cron-sentence.ts';

const partsOf = (expression: string) => describeCron(choicesOf(expression) as CronChoices);

describe('the time of day', () => {
  test.each([
    ['0 0 9 ? * 1', { kind: 'times', times: ['09:00'] }],
    ['30 0 9,18 * * ?', { kind: 'times', times: ['09:00:30', '18:00:30'] }],
    ['* * * * * ?', { kind: 'grain', grain: { kind: 'everySecond' } }],
    ['0 * * * * ?', { kind: 'grain', grain: { kind: 'everyMinute' } }],
    ['*/20 * * * * ?', { kind: 'grain', grain: { kind: 'everySeconds', step: 20 } }],
    [
      '0 0/15 8-17 * * ?',
      { kind: 'grain', grain: { kind: 'everyMinutes', step: 15 }, hours: { kind: 'span', from: 8, to: 17 } },
    ],
    [
      '40 0/10 * * * ?',
      {
        kind: 'grain',
        grain: { kind: 'everyMinutesAtSeconds', step: 10, seconds: { kind: 'list', values: [40] } },
        hours: undefined,
      },
    ],
    ['0 5 * * * ?', { kind: 'grain', grain: { kind: 'atMinutes', minutes: { kind: 'list', values: [5] } } }],
    ['0 0 0/2 * * ?', { kind: 'grain', grain: { kind: 'everyHours', step: 2 }, hours: undefined }],
    ['0 0 * * * ?', { kind: 'grain', grain: { kind: 'everyHour' } }],
    ['7 * * * * ?', { kind: 'grain', grain: { kind: 'atSeconds', seconds: { kind: 'list', values: [7] } } }],
  ])('%s', (expression, time) => {
    expect(partsOf(expression).time).toEqual(time);
  });
});

describe('the days', () => {
  test.each([
    ['0 0 9 * * ?', { kind: 'everyDay' }],
    ['0 0 9 ? * 1-7', { kind: 'everyDay' }],
    ['0 0 9 ? * MON-FRI', { kind: 'weekdays', weekdays: { kind: 'span', from: 1, to: 5 } }],
    ['0 0 7 ? * 3/3', { kind: 'weekdays', weekdays: { kind: 'list', values: [3, 6] } }],
    ['0 0 8 10W * ?', { kind: 'nearestWeekday', day: 10 }],
    ['0 0 8 L * ?', { kind: 'lastDay' }],
    ['0 0 8 L-2 * ?', { kind: 'beforeLastDay', before: 2 }],
    ['0 0 8 LW * ?', { kind: 'lastWeekday' }],
    ['0 0 3 28/2 * ?', { kind: 'days', days: { kind: 'step', from: 28, step: 2 } }],
    [
      '0 0 3 1,15,L * ?',
      { kind: 'mixed', parts: [{ kind: 'days', days: { kind: 'list', values: [1, 15] } }, { kind: 'lastDay' }] },
    ],
  ])('%s', (expression, days) => {
    expect(partsOf(expression).days).toEqual(days);
  });
});

test('months and years are named only where they restrict', () => {
  expect(partsOf('0 0 9 * * ?')).toMatchObject({ months: undefined, years: undefined });
  expect(partsOf('0 0 9 1 3-5 ? 2027,2029')).toMatchObject({
    months: { kind: 'span', from: 3, to: 5 },
    years: { kind: 'list', values: [2027, 2029] },
  });
});
