import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkOpeningTimes, type OpeningTime } from '../contract/opening-times.ts';
import { isOpenAt } from './opening-hours.ts';

const hours = (days: readonly number[], from: string, to: string): OpeningTime => ({ days, window: { from, to } });
const OFFICE = [hours([1, 2, 3, 4, 5], '07:00', '18:30')];
const NIGHT = [hours([5, 7], '22:00', '04:00')];

// the first of March 2027 is a Monday; Oslo is an hour ahead of UTC
test.each([
  ['no hours', [], '2027-03-01T03:00:00Z', true],
  ['before the doors open', OFFICE, '2027-03-01T05:59:00Z', false],
  ['at the minute', OFFICE, '2027-03-01T06:00:00Z', true],
  ['the last minute', OFFICE, '2027-03-01T17:29:00Z', true],
  ['at the end', OFFICE, '2027-03-01T17:30:00Z', false],
  ['another day', OFFICE, '2027-03-06T10:00:00Z', false],
  ['past midnight', NIGHT, '2027-03-06T02:59:00Z', true],
  ['past midnight at the end', NIGHT, '2027-03-06T03:00:00Z', false],
  ['out of the week before', NIGHT, '2027-03-01T01:00:00Z', true],
  ['day and night', [hours([1, 2, 3, 4, 5, 6, 7], '00:00', '00:00')], '2027-03-03T12:00:00Z', true],
])('%s', (_, times, at, expected) => {
  expect(isOpenAt(times, new Date(at), 'Europe/Oslo')).toBe(expected);
});

const faults = (times: readonly OpeningTime[]): string[] => {
  const result = z.custom<OpeningTime[]>().superRefine(checkOpeningTimes).safeParse(times);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};

test.each([
  ['one after another', [hours([1], '07:00', '12:00'), hours([1], '12:00', '18:00')], []],
  ['on other days', [hours([1], '07:00', '12:00'), hours([2], '08:00', '11:00')], []],
  [
    'at the same time',
    [hours([1, 2], '07:00', '12:00'), hours([2], '11:00', '13:00')],
    ['1.window spot.opening-times-overlap'],
  ],
  [
    'one inside of the other',
    [hours([3], '07:00', '12:00'), hours([3], '08:00', '09:00')],
    ['1.window spot.opening-times-overlap'],
  ],
  [
    'past midnight into the next day',
    [hours([7], '22:00', '06:00'), hours([1], '05:00', '09:00')],
    ['1.window spot.opening-times-overlap'],
  ],
  [
    'five on one day',
    ['01', '03', '05', '07', '09'].map((hour) => hours([4], `${hour}:00`, `${hour}:30`)),
    ['4.days spot.opening-times-many'],
  ],
])('windows %s', (_, times, expected) => {
  expect(faults(times)).toEqual(expected);
});
