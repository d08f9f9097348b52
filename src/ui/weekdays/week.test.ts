import { expect, test } from 'vitest';
import { weekdayName, weekdaysIn, weekFrom, withWeekday } from './week.ts';

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

test('days are kept in order, and what is no day is none', () => {
  expect(withWeekday([5, 7], 1)).toEqual([1, 5, 7]);
  expect(withWeekday([1, 5], 5)).toEqual([1]);
  expect(weekdaysIn([7, 1, '2', 9])).toEqual([1, 7]);
  expect(weekdaysIn(undefined)).toEqual([]);
});
