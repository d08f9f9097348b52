import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLength, formatRelative, formatTime, zoneOffset } from './format-time.ts';
import { addDays, dayIn, daysCounted, instantOf, presetRange, wallText } from './zoned.ts';

const ZONES = ['Europe/Oslo', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
const at = (iso: string): number => Date.parse(iso);

test.each([
  ['yyyy-MM-dd HH:mm:ss', '2027-03-01 00:05:09'],
  ['dd.MM.yyyy HH:mm:ss', '01.03.2027 00:05:09'],
  ['MM/dd/yyyy hh:mm:ss a', '03/01/2027 12:05:09 AM'],
  ['yyyy年MM月dd日 HH:mm:ss', '2027年03月01日 00:05:09'],
])('the pattern %s reads %s in Oslo', (timeFormat, text) => {
  const style = { timeZone: 'Europe/Oslo', timeFormat, language: 'en-US' };
  expect(formatTime(at('2027-02-28T23:05:09Z'), style, 'second')).toBe(text);
});

test('parts of a pattern leave out seconds, clock or day', () => {
  const style = { timeZone: 'Asia/Tokyo', timeFormat: 'MM/dd/yyyy hh:mm:ss a', language: 'en-US' };
  const noon = at('2027-03-01T04:30:15Z');
  expect(formatTime(noon, style, 'minute')).toBe('03/01/2027 01:30 PM');
  expect(formatTime(noon, style, 'clock')).toBe('01:30 PM');
  expect(formatTime(noon, style, 'clockSecond')).toBe('01:30:15 PM');
  expect(formatTime(noon, style, 'day')).toBe('03/01/2027');
});

test('the offset of a zone follows its summer time', () => {
  expect(zoneOffset(at('2027-01-01T00:00:00Z'), 'Europe/Oslo')).toBe('GMT+1');
  expect(zoneOffset(at('2027-07-01T00:00:00Z'), 'Europe/Oslo')).toBe('GMT+2');
  expect(zoneOffset(at('2027-07-01T00:00:00Z'), 'UTC')).toBe('GMT+0');
});

test('what the clock on the wall shows names the same instant again, except in the hour that comes twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), fc.constantFrom(...ZONES), (minutes, zone) => {
      const instant = Math.floor(minutes / 60) * 60_000;
      const again = instantOf(wallText(instant, zone), zone);
      expect(wallText(again, zone)).toBe(wallText(instant, zone));
    }),
  );
});

test('a time that spring skips is read as if the clock had moved on', () => {
  expect(wallText(instantOf('2027-03-28T02:30', 'Europe/Oslo'), 'Europe/Oslo')).toBe('2027-03-28T03:30');
});

test('a day of a change of clocks lasts 23 hours', () => {
  const day = instantOf('2027-03-29', 'Europe/Oslo') - instantOf('2027-03-28', 'Europe/Oslo');
  expect(day).toBe(23 * 3_600_000);
});

test('presets count in the calendar of the zone', () => {
  const today = dayIn(at('2027-03-01T20:00:00Z'), 'Asia/Shanghai');
  expect(today).toBe('2027-03-02');
  expect(presetRange('last7', today)).toEqual({ from: '2027-02-24', to: '2027-03-02' });
  expect(presetRange('thisMonth', today)).toEqual({ from: '2027-03-01', to: '2027-03-02' });
  expect(daysCounted('2027-02-24', addDays('2027-02-24', 30))).toBe(31);
});

test('relative times speak in the largest whole unit', () => {
  const now = at('2027-03-01T12:00:00Z');
  expect(formatRelative(now - 14 * 60_000, now, 'en-US')).toBe('14 min. ago');
  expect(formatRelative(now - 10_000, now, 'en-US')).toBe('now');
  expect(formatRelative(now - 3 * 86_400_000, now, 'zh-CN')).toBe('3天前');
});

test.each([
  [0, '<1 min', '<1分钟'],
  [59, '<1 min', '<1分钟'],
  [119, '1 min', '1分钟'],
  [14 * 60, '14 min', '14分钟'],
  [25 * 3_600, '1 day', '1天'],
  [-30, '<1 min', '<1分钟'],
])('a state that began %i s ago has lasted %s', (seconds, english, chinese) => {
  const now = at('2027-03-01T12:00:00Z');
  expect(formatLength(now - seconds * 1_000, now, 'en-US')).toBe(english);
  expect(formatLength(now - seconds * 1_000, now, 'zh-CN')).toBe(chinese);
});
