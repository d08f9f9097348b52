import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_ZONES } from '#platform/time/rules/test-zones.ts';
import { TIME_FORMATS } from '#platform/viewer/contract/display-formats.ts';
import { formatTime } from '../time/format-time.ts';
import { formatWall } from '../time/format-wall.ts';
import { instantsAt } from '../time/zoned.ts';
import { readClock, readDate } from './read-date.ts';

const OSLO = { timeZone: 'Europe/Oslo', timeFormat: 'dd.MM.yyyy HH:mm:ss' };
const AMERICA = { timeZone: 'America/New_York', timeFormat: 'MM/dd/yyyy hh:mm:ss a' };
const LANGUAGES = ['en-US', 'zh-CN'];

test.each([
  ['2026-11-22', { day: '2026-11-22' }],
  ['22.11.2026', { day: '2026-11-22' }],
  ['2026/11/22 14:05', { day: '2026-11-22', clock: '14:05' }],
  ['2026年11月22日', { day: '2026-11-22' }],
  ['2026年3月1日 下午2:05', { day: '2026-03-01', clock: '14:05' }],
  ['2026年3月1日 14时05分09秒', { day: '2026-03-01', clock: '14:05' }],
  [' 1.3.2026, 9:07 ', { day: '2026-03-01', clock: '09:07' }],
  ['２０２６－１１－２２　１４：０５', { day: '2026-11-22', clock: '14:05' }],
  ['20261122', { day: '2026-11-22' }],
  ['22/11/2026 12:30 am', { day: '2026-11-22', clock: '00:30' }],
  ['03/04/2026', { day: '2026-04-03' }],
  ['11/22/2026', { day: '2026-11-22' }],
  ['2026-11-22T13:05:09.120Z', { day: '2026-11-22', clock: '14:05', at: Date.parse('2026-11-22T13:05Z') }],
  ['2026-11-22T23:30:00-0500', { day: '2026-11-23', clock: '05:30', at: Date.parse('2026-11-23T04:30Z') }],
  ['22.11.2026 14:05:09 GMT+1', { day: '2026-11-22', clock: '14:05', at: Date.parse('2026-11-22T13:05Z') }],
  ['22.11.2026 14:05 UTC', { day: '2026-11-22', clock: '15:05', at: Date.parse('2026-11-22T14:05Z') }],
])('%s is read in Oslo', (text, read) => {
  expect(readDate(text, OSLO)).toEqual(read);
});

test.each([
  ['03/04/2026', '2026-03-04'],
  ['22/11/2026', '2026-11-22'],
  ['03.04.2026', '2026-04-03'],
  ['3-4-2026', '2026-03-04'],
])('%s is %s where the month is written first', (text, day) => {
  expect(readDate(text, AMERICA)).toEqual({ day });
});

test.each([
  '',
  'tomorrow',
  '22.11.26',
  '2026-02-30',
  '31.04.2026',
  '2026-13-01',
  '2026-11-22 25:00',
  '2026-11-22 14:60',
  '2026-11-22 13:05 PM',
  '2026-11-22 14',
  '2026-11-22 14:05 CET',
  '12026-11-22',
  '1.1.20261',
])('%j is no date', (text) => {
  expect(readDate(text, OSLO)).toBeUndefined();
});

test.each([
  ['14:05', '14:05'],
  ['9:05', '09:05'],
  ['2:05 PM', '14:05'],
  ['12:00 a.m.', '00:00'],
  ['下午2:05', '14:05'],
  ['上午12:30', '00:30'],
  ['14时05分', '14:05'],
  ['８：３０', '08:30'],
  ['24:00', undefined],
  ['0:30 pm', undefined],
  ['half past', undefined],
])('%s is the time %s', (text, clock) => {
  expect(readClock(text)).toBe(clock);
});

const instants = fc
  .integer({ min: Date.parse('2009-01-01') / 60_000, max: Date.parse('2040-01-01') / 60_000 })
  .map((minutes) => minutes * 60_000);
const styles = fc.record({
  timeZone: fc.constantFrom(...TEST_ZONES),
  timeFormat: fc.constantFrom(...TIME_FORMATS),
  language: fc.constantFrom(...LANGUAGES),
});

test('what the console shows is read as what it showed, in each zone, format and language', () => {
  fc.assert(
    fc.property(instants, styles, fc.constantFrom('minute', 'second'), (at, style, part) => {
      const read = readDate(formatTime(at, style, part), style);
      expect(read?.at).toBeUndefined();
      expect(instantsAt(`${read?.day}T${read?.clock}`, style.timeZone)).toContain(at);
      expect(readClock(formatTime(at, style, 'clock'))).toBe(read?.clock);
      expect(readDate(formatTime(at, style, 'day'), style)).toEqual({ day: read?.day });
      expect(formatWall(`${read?.day}T${read?.clock}`, style)).toBe(formatTime(at, style, 'minute'));
      expect(formatWall(String(read?.clock), style)).toBe(formatTime(at, style, 'clock'));
      expect(formatWall(String(read?.day), style)).toBe(formatTime(at, style, 'day'));
    }),
    { numRuns: 2_000 },
  );
});

test('whatever is pasted either is refused or is a day that exists', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d./:年月日 TZ+-]{4,24}$/)), styles, (text, style) => {
      const read = readDate(text, style);
      if (!read) return;
      expect(new Date(`${read.day}T00:00Z`).toISOString().slice(0, 10)).toBe(read.day);
      if (read.clock !== undefined) expect(read.clock).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
    }),
    { numRuns: 2_000 },
  );
});
