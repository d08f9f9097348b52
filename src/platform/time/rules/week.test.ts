import { expect, test } from 'vitest';
import { TIME_FORMATS } from '#platform/viewer/contract/display-formats.ts';
import { daysInWords, weekdayName, weekdaysIn, weekFrom, weekStartOf, withWeekday } from './week.ts';

test('the week starts on Sunday only where the month is written first', () => {
  expect(TIME_FORMATS.map((format) => weekStartOf(format))).toEqual(['monday', 'monday', 'monday', 'sunday', 'monday']);
});

test('a week begins as the calendar of its tenant does', () => {
  expect(weekFrom('monday')[0]).toBe(1);
  expect(weekFrom('sunday').slice(0, 2)).toEqual([7, 1]);
  expect(new Set(weekFrom('sunday')).size).toBe(7);
});

test.each([
  [1, 'en-US', 'Mon'],
  [7, 'en-US', 'Sun'],
  [1, 'zh-CN', '周一'],
  [7, 'zh-CN', '周日'],
] as const)('day %d in %s is %s', (day, language, name) => {
  expect(weekdayName(day, language)).toBe(name);
});

test.each([
  [[1, 2, 3, 4, 5], 'monday', 'en-US', 'Mon–Fri'],
  [[1, 2, 3, 4, 5, 6, 7], 'monday', 'zh-CN', '周一至周日'],
  [[6, 7], 'monday', 'en-US', 'Sat, Sun'],
  // a week that begins on Sunday has them at its two ends
  [[6, 7], 'sunday', 'en-US', 'Sun, Sat'],
  [[1, 2, 3, 5, 7], 'monday', 'en-US', 'Mon–Wed, Fri, Sun'],
  [[1, 3], 'monday', 'zh-CN', '周一、周三'],
  [[], 'monday', 'en-US', ''],
] as const)('days %j of a week from %s in %s are %s', (days, weekStart, language, words) => {
  expect(daysInWords(days, weekStart, language)).toBe(words);
});

test('days are kept in order, and what is no day is none', () => {
  expect(withWeekday([5, 7], 1)).toEqual([1, 5, 7]);
  expect(withWeekday([1, 5], 5)).toEqual([1]);
  expect(weekdaysIn([7, 1, '2', 9])).toEqual([1, 7]);
  expect(weekdaysIn(undefined)).toEqual([]);
});
