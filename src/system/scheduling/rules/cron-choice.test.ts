import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CRON_FIELDS, type CronField } from '#system/scheduling/contract/cron.ts';
import { readCron } from './cron.ts';
import {
  type CronChoices,
  choicesOf,
  choose,
  FIELD_BOUNDS,
  FIELD_MODES,
  type FieldChoice,
  firstChoice,
  MOST_DAYS_BEFORE_LAST,
  writeCron,
} from './cron-choice.ts';
import { nextRuns } from './next-runs.ts';

const DEFAULT = choicesOf('* * * * * ? *') as CronChoices;

describe('each expression of practice 17.3 and 17.4 is made by clicks, and read back into its tabs', () => {
  test.each<[string, [CronField, FieldChoice][]]>([
    [
      '0 0 8 10W * ? *',
      [
        ['day', { mode: 'nearestWeekday', day: 10 }],
        ['hours', { mode: 'specify', values: [8] }],
      ],
    ],
    [
      '0 0 12 L * ? *',
      [
        ['day', { mode: 'lastDay', before: 0 }],
        ['hours', { mode: 'specify', values: [12] }],
      ],
    ],
    [
      '0 0 7 ? * 3/3 *',
      [
        ['day', { mode: 'unset' }],
        ['week', { mode: 'loop', from: 3, step: 3 }],
        ['hours', { mode: 'specify', values: [7] }],
      ],
    ],
    [
      '0 0 3 28/2 * ? *',
      [
        ['day', { mode: 'loop', from: 28, step: 2 }],
        ['hours', { mode: 'specify', values: [3] }],
      ],
    ],
    [
      '0 0 12 1W * ? *',
      [
        ['day', { mode: 'nearestWeekday', day: 1 }],
        ['hours', { mode: 'specify', values: [12] }],
      ],
    ],
    [
      '0 30 2 * * ? *',
      [
        ['hours', { mode: 'specify', values: [2] }],
        ['minutes', { mode: 'specify', values: [30] }],
      ],
    ],
    ['0 0 * * * ? *', [['minutes', { mode: 'specify', values: [0] }]]],
  ])('%s', (expression, clicks) => {
    const made = clicks.reduce((choices, [field, choice]) => choose(choices, field, choice), DEFAULT);
    expect(writeCron(made)).toBe(expression);
    expect(choicesOf(expression)).toEqual(made);
  });
});

describe('choosing', () => {
  const chosen = (field: CronField, choice: FieldChoice, from = DEFAULT) => writeCron(choose(from, field, choice));

  test.each<[string, CronField, FieldChoice, string]>([
    ['a minute makes second 0', 'minutes', { mode: 'specify', values: [5] }, '0 5 * * * ? *'],
    ['an hour makes minute 0', 'hours', { mode: 'specify', values: [5] }, '0 0 5 * * ? *'],
    ['a day makes hour 0', 'day', { mode: 'specify', values: [5] }, '0 0 0 5 * ? *'],
    ['a weekday makes hour 0 and unsets the day', 'week', { mode: 'specify', values: [1] }, '0 0 0 ? * 1 *'],
    ['a month makes day 1', 'month', { mode: 'specify', values: [5] }, '0 0 0 1 5 ? *'],
    ['a year makes month 1', 'year', { mode: 'specify', values: [2030] }, '0 0 0 1 1 ? 2030'],
    ['every hour restricts nothing', 'hours', { mode: 'range', from: 0, to: 23 }, '* * 0-23 * * ? *'],
    ['no day leaves every weekday', 'day', { mode: 'unset' }, '* * * ? * 1-7 *'],
  ])('%s', (_title, field, choice, expected) => {
    expect(chosen(field, choice)).toBe(expected);
  });

  test('a month beside weekdays makes the first weekday', () => {
    const weekdays = choose(DEFAULT, 'day', { mode: 'unset' });
    expect(chosen('month', { mode: 'specify', values: [3] }, weekdays)).toBe('0 0 0 ? 3 1 *');
  });

  test('a day takes the place of the weekday, and no weekday leaves every day', () => {
    const monday = choose(DEFAULT, 'week', { mode: 'specify', values: [1] });
    expect(chosen('day', { mode: 'lastDay', before: 2 }, monday)).toBe('0 0 0 L-2 * ? *');
    expect(chosen('week', { mode: 'unset' }, monday)).toBe('0 0 0 * * ? *');
  });
});

describe('reading', () => {
  test.each<[string, CronField, FieldChoice]>([
    ['0 0 0 ? * MON-FRI', 'week', { mode: 'range', from: 1, to: 5 }],
    ['0 0 0 ? * 6-1', 'week', { mode: 'range', from: 6, to: 1 }],
    ['0 0 0 ? * SUN', 'week', { mode: 'specify', values: [7] }],
    ['0 0 0 ? JAN,MAR 1', 'month', { mode: 'specify', values: [1, 3] }],
    ['*/15 * * * * ?', 'seconds', { mode: 'loop', from: 0, step: 15 }],
    ['0 0 0 LW * ?', 'day', { mode: 'lastWeekday' }],
    ['0 0 0 L-3 * ?', 'day', { mode: 'lastDay', before: 3 }],
    ['0 0 0 1-3,10 * ?', 'day', { mode: 'specify', values: [1, 2, 3, 10] }],
    ['0 0 0 1,L * ?', 'day', { mode: 'written', text: '1,L' }],
    ['0 0 0 ? * *', 'week', { mode: 'range', from: 1, to: 7 }],
  ])('%s', (expression, field, choice) => {
    expect(choicesOf(expression)?.[field]).toEqual(choice);
  });

  test('what the scheduler refuses fills no tab', () => {
    expect(choicesOf('0 0 0 5 * 1')).toBeUndefined();
    expect(choicesOf('every day')).toBeUndefined();
  });
});

const choiceIn = (field: CronField) => {
  const { min, max, maxStep } = FIELD_BOUNDS[field];
  const value = fc.integer({ min, max });
  const arbitraries: Record<string, fc.Arbitrary<FieldChoice>> = {
    unset: fc.constant({ mode: 'unset' }),
    every: fc.constant({ mode: 'every' }),
    range: fc.tuple(value, value).map(([a, b]) => ({ mode: 'range', from: Math.min(a, b), to: Math.max(a, b) })),
    loop: fc.record({ mode: fc.constant('loop'), from: value, step: fc.integer({ min: 1, max: maxStep }) }),
    nearestWeekday: fc.record({ mode: fc.constant('nearestWeekday'), day: value }),
    lastDay: fc.record({ mode: fc.constant('lastDay'), before: fc.integer({ min: 0, max: MOST_DAYS_BEFORE_LAST }) }),
    lastWeekday: fc.constant({ mode: 'lastWeekday' }),
    specify: fc
      .uniqueArray(value, { minLength: 1, maxLength: 5 })
      .map((values) => ({ mode: 'specify', values: values.sort((a, b) => a - b) })),
  };
  return fc.oneof(...FIELD_MODES[field].map((mode) => arbitraries[mode]!));
};
const click = fc.constantFrom(...CRON_FIELDS).chain((field) => fc.tuple(fc.constant(field), choiceIn(field)));

test('whatever is clicked, the expression is one that the scheduler takes, and its tabs read back to the same runs', () => {
  fc.assert(
    fc.property(fc.array(click, { maxLength: 6 }), (clicks) => {
      const made = clicks.reduce((choices, [field, choice]) => choose(choices, field, choice), DEFAULT);
      const text = writeCron(made);
      const reading = readCron(text);
      expect(reading.valid, text).toBe(true);
      const again = writeCron(choicesOf(text) as CronChoices);
      const readAgain = readCron(again);
      if (!reading.valid || !readAgain.valid) throw new Error(again);
      const after = new Date('2026-11-20T10:00:00Z');
      expect(nextRuns(readAgain.expression, 'Europe/Oslo', after, 2)).toEqual(
        nextRuns(reading.expression, 'Europe/Oslo', after, 2),
      );
    }),
    { numRuns: 60 },
  );
});

test.each<[CronField, number, number, number]>([
  ['seconds', 0, 59, 59],
  ['minutes', 0, 59, 59],
  ['hours', 0, 23, 23],
  ['day', 1, 31, 31],
  ['month', 1, 12, 12],
  ['week', 1, 7, 7],
])('%s go from %i to %i, their loops up to %i', (field, min, max, maxStep) => {
  expect(FIELD_BOUNDS[field]).toEqual({ min, max, maxStep });
});

test.each<[CronField, string]>([
  ['week', 'unset range loop specify'],
  ['month', 'every range loop specify'],
  ['day', 'unset every range loop nearestWeekday lastWeekday lastDay specify'],
])('the tab of the %s offers %s', (field, modes) => {
  expect(FIELD_MODES[field].join(' ')).toBe(modes);
});

test('the first choice of every mode is one that the field takes', () => {
  for (const field of CRON_FIELDS)
    for (const mode of FIELD_MODES[field]) {
      const text = writeCron(choose(DEFAULT, field, firstChoice(field, mode, 2026)));
      expect(readCron(text).valid, text).toBe(true);
    }
});

describe('the year', () => {
  const range: FieldChoice = { mode: 'range', from: 0, to: 1 };
  const minutesOf = (text: string, hideYear = false) =>
    writeCron(choose(choicesOf(text) as CronChoices, 'minutes', range), { instead: text, hideYear });

  test('stays where another field is chosen, its tab hidden or not', () => {
    expect(minutesOf('0 0 12 1 1 ? 2031')).toBe('0 0-1 12 1 1 ? 2031');
    expect(minutesOf('0 0 12 1 1 ? 2031', true)).toBe('0 0-1 12 1 1 ? 2031');
  });
  test('is not added to six fields, nor taken from seven', () => {
    expect(minutesOf('0 0 12 * * ?')).toBe('0 0-1 12 * * ?');
    expect(minutesOf('0 0 12 * * ? *')).toBe('0 0-1 12 * * ? *');
  });
  test('makes seven fields of six when it is chosen', () => {
    const text = '0 0 12 1 1 ?';
    const chosen = choose(choicesOf(text) as CronChoices, 'year', { mode: 'specify', values: [2031] });
    expect(writeCron(chosen, { instead: text })).toBe('0 0 12 1 1 ? 2031');
  });
  test('of every year is left out where it is hidden', () => {
    expect(writeCron(DEFAULT, { hideYear: true })).toBe('* * * * * ?');
  });
});
