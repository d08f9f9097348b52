import { expect, test } from 'vitest';
import { Imei } from '#platform/http/contract/fields.ts';
import { clockSkewSeconds, isClockSkewed } from './device-clock.ts';
import { decideLogWindow } from './log-window.ts';

const now = new Date('2027-03-01T09:00:00Z');
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([
  [0, false],
  [300, false],
  [-300, false],
  [300.001, true],
  [-301, true],
  [48 * 3600, true],
])('a device clock %d s ahead is flagged: %s', (seconds, flagged) => {
  expect(isClockSkewed(secondsLater(seconds), now)).toBe(flagged);
  expect(clockSkewSeconds(secondsLater(seconds), now)).toBe(Math.round(seconds));
});

test.each([
  [-72 * 3600, 0, { allowed: true }],
  [-72 * 3600 - 0.001, 0, { allowed: false, because: 'log-too-old' }],
  [-3600, -1800, { allowed: true }],
  [-3600, -3600, { allowed: false, because: 'log-range-empty' }],
  [0, -1, { allowed: false, because: 'log-range-empty' }],
])('a log from %d s to %d s from now: %o', (from, to, decision) => {
  expect(decideLogWindow(secondsLater(from), secondsLater(to), now)).toEqual(decision);
});

test.each([
  ['86012345', true],
  ['robot-0001_A', true],
  ['a'.repeat(40), true],
  ['1234567', false],
  ['a'.repeat(41), false],
  ['8601234+', false],
  ['8601234#', false],
  ['8601/234', false],
  ['$SYS0001', false],
  ['86012345\n', false],
  ['机器人机器人机器人', false],
])('%j is an IMEI: %s', (text, valid) => {
  expect(Imei.safeParse(text).success).toBe(valid);
});
