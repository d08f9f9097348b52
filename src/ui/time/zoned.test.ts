import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_ZONES } from '#platform/time/rules/test-zones.ts';
import { clockJump } from './clock-jump.ts';
import { formatLength, formatRelative, formatTime, zoneOffset } from './format-time.ts';
import { instantOf, instantsAt, wallText } from './zoned.ts';

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

test.each([
  ['minute', '03/01/2027 下午01:30'],
  ['clockSecond', '下午01:30:15'],
  ['day', '03/01/2027'],
] as const)('in Chinese the half of the day stands before the hour: %s', (part, text) => {
  const style = { timeZone: 'Asia/Tokyo', timeFormat: 'MM/dd/yyyy hh:mm:ss a', language: 'zh-CN' };
  expect(formatTime(at('2027-03-01T04:30:15Z'), style, part)).toBe(text);
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
    fc.property(
      fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
      fc.constantFrom(...TEST_ZONES),
      (minutes, zone) => {
        const instant = Math.floor(minutes / 60) * 60_000;
        const again = instantOf(wallText(instant, zone), zone);
        expect(wallText(again, zone)).toBe(wallText(instant, zone));
      },
    ),
  );
});

test('a time that spring skips is read as if the clock had moved on', () => {
  expect(wallText(instantOf('2027-03-28T02:30', 'Europe/Oslo'), 'Europe/Oslo')).toBe('2027-03-28T03:30');
});

test('a day of a change of clocks lasts 23 hours', () => {
  const day = instantOf('2027-03-29', 'Europe/Oslo') - instantOf('2027-03-28', 'Europe/Oslo');
  expect(day).toBe(23 * 3_600_000);
});

test.each([
  ['Europe/Oslo', '2027-03-28T02:30', [], { before: '01:59', after: '03:00' }],
  ['America/Santiago', '2026-09-06T00:15', [], { before: '23:59', after: '01:00' }],
  ['Australia/Lord_Howe', '2026-10-04T02:10', [], { before: '01:59', after: '02:30' }],
  ['Pacific/Apia', '2011-12-30T12:00', [], { before: '23:59', after: '00:00' }],
])('in %s spring skips %s', (zone, wall, instants, jump) => {
  expect(instantsAt(wall, zone)).toEqual(instants);
  expect(clockJump(wall, zone)).toEqual(jump);
});

test.each([
  ['Europe/Oslo', '2026-10-25T02:30', ['2026-10-25T00:30Z', '2026-10-25T01:30Z']],
  ['America/New_York', '2026-11-01T01:00', ['2026-11-01T05:00Z', '2026-11-01T06:00Z']],
  ['Australia/Lord_Howe', '2027-04-04T01:45', ['2027-04-03T14:45Z', '2027-04-03T15:15Z']],
  ['Europe/Oslo', '2026-10-25T03:00', ['2026-10-25T02:00Z']],
])('in %s the wall clock shows %s at %j', (zone, wall, instants) => {
  expect(instantsAt(wall, zone)).toEqual(instants.map(at));
});

test('an instant is one of those at which its own wall clock shows its time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20_000_000, max: 37_000_000 }), fc.constantFrom(...TEST_ZONES), (minutes, zone) => {
      const instant = minutes * 60_000;
      const all = instantsAt(wallText(instant, zone), zone);
      expect(all).toContain(instant);
      expect(all.length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 1_000 },
  );
});

test('relative times speak in the largest whole unit', () => {
  const now = at('2027-03-01T12:00:00Z');
  expect(formatRelative(now - 14 * 60_000, now, 'en-US')).toBe('14 min. ago');
  expect(formatRelative(now - 10_000, now, 'en-US')).toBe('now');
  expect(formatRelative(now - 10_000, now, 'zh-CN')).toBe('刚刚');
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
