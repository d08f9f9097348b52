import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_ZONES } from '#platform/time/rules/test-zones.ts';
import { wallText } from '../time/zoned.ts';
import { clockFault, dateTimeFault, dayFault, isInstant, UNFINISHED, valueOfWall, wallOf } from './date-value.ts';

const OSLO = { timeZone: 'Europe/Oslo', timeFormat: 'dd.MM.yyyy HH:mm:ss', language: 'en-US' };
const AMERICA = { timeZone: 'America/New_York', timeFormat: 'MM/dd/yyyy hh:mm:ss a', language: 'zh-CN' };

test.each([
  ['2026-11-22T14:05', '', '2026-11-22T13:05:00.000Z'],
  ['2026-10-25T02:30', '', '2026-10-25T00:30:00.000Z'],
  // the second pass of the hour was chosen, and a key typed again keeps it
  ['2026-10-25T02:30', '2026-10-25T01:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  ['2027-03-28T02:30', '', '2027-03-28T02:30'],
  ['', '2026-10-25T01:30:00.000Z', ''],
  [UNFINISHED, '2026-10-25T01:30:00.000Z', UNFINISHED],
])('%s in Oslo, after %j, is %j', (wall, before, value) => {
  expect(valueOfWall(wall, 'Europe/Oslo', before)).toBe(value);
});

test('every instant comes back from its wall clock, to the minute', () => {
  const minutes = fc.integer({ min: 20_000_000, max: 37_000_000 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...TEST_ZONES), (minute, zone) => {
      const value = new Date(minute * 60_000).toISOString();
      expect(wallOf(value, zone)).toBe(wallText(minute * 60_000, zone));
      expect(valueOfWall(wallOf(value, zone), zone, value)).toBe(value);
    }),
  );
});

test('whatever is typed is an instant, or stays what was typed and is refused', () => {
  const minutes = fc.integer({ min: 20_000_000, max: 37_000_000 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...TEST_ZONES), (minute, timeZone) => {
      const wall = new Date(minute * 60_000).toISOString().slice(0, 16);
      const value = valueOfWall(wall, timeZone, '');
      expect(wallOf(value, timeZone)).toBe(wall);
      expect(dateTimeFault(value, {}, { ...OSLO, timeZone }) === undefined).toBe(isInstant(value));
    }),
  );
});

test.each([
  ['2027-03-28T02:30', OSLO, { time: '02:30', before: '01:59', after: '03:00' }],
  ['2027-03-14T02:15', AMERICA, { time: '上午02:15', before: '上午01:59', after: '上午03:00' }],
])('%s is explained in the words of its tenant', (value, style, facts) => {
  expect(dateTimeFault(value, {}, style)).toEqual({ key: 'timeSkipped', facts });
});

test.each([
  [undefined, undefined],
  ['', undefined],
  [UNFINISHED, { key: 'dateUnfinished' }],
  ['2026-11-21', { key: 'dateTooEarly', facts: { minimum: '22.11.2026' } }],
  ['2026-11-22', undefined],
  ['2026-11-30', undefined],
  ['2026-12-01', { key: 'dateTooLate', facts: { maximum: '30.11.2026' } }],
])('the day %j between two others: %j', (value, fault) => {
  expect(dayFault(value, { min: '2026-11-22', max: '2026-11-30' }, OSLO)).toEqual(fault);
});

test('bounds of instants are told on the wall clock of the tenant', () => {
  const bounds = { min: '2026-11-22T12:00:00Z', max: '2026-11-22T13:00:00Z' };
  expect(dateTimeFault('2026-11-22T12:00:00.000Z', bounds, OSLO)).toBeUndefined();
  expect(dateTimeFault('2026-11-22T11:59:00.000Z', bounds, OSLO)).toEqual({
    key: 'dateTooEarly',
    facts: { minimum: '22.11.2026 13:00' },
  });
  expect(dateTimeFault('2026-11-22T13:01:00.000Z', bounds, AMERICA)).toEqual({
    key: 'dateTooLate',
    facts: { maximum: '11/22/2026 上午08:00' },
  });
  expect(clockFault(UNFINISHED)).toEqual({ key: 'timeUnfinished' });
  expect(clockFault('08:30')).toBeUndefined();
});
