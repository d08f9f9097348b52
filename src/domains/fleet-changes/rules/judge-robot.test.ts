import { expect, test } from 'vitest';
import { EARLIER_UNKNOWN } from '../contract/fleet-changes.ts';
import { brokenSince, judgeReturn, judgeRobot, type ToldRobot, valuesToReturnTo } from './judge-robot.ts';

const sentAt = new Date('2027-03-01T10:00:00Z');
const soon = new Date('2027-03-01T10:01:00Z');
const late = new Date('2027-03-01T10:10:00Z');
const told: ToldRobot = {
  kind: 'settings',
  wanted: { reportIntervalSeconds: 30 },
  current: { reportIntervalSeconds: 30 },
  version: 5,
  reportedVersion: 4,
  reported: { reportIntervalSeconds: 60 },
  firmware: '4.2.0',
  sentAt,
  waitSeconds: 600,
};
const took = { reportedVersion: 5, reported: { reportIntervalSeconds: 30 } };

test.each<[string, Partial<ToldRobot>, Date, unknown]>([
  ['nothing said yet', {}, soon, { state: 'sent' }],
  ['nothing said for long', {}, late, { state: 'silent', message: '' }],
  ['taken over', took, soon, { state: 'done' }],
  ['taken over late', took, late, { state: 'done' }],
  ['taken over with a later change', { ...took, reportedVersion: 6 }, soon, { state: 'done' }],
  ['says the version alone', { reportedVersion: 5, reported: {} }, soon, { state: 'done' }],
  [
    'says another value',
    { reportedVersion: 5, reported: { reportIntervalSeconds: 60 } },
    soon,
    { state: 'failed', message: 'reportIntervalSeconds: 60' },
  ],
  [
    'refused',
    { reported: { refused: { version: 5, code: 'OUT_OF_RANGE', text: 'too often' } } },
    soon,
    { state: 'failed', message: 'too often' },
  ],
  ['refused an older one', { reported: { refused: { version: 4, code: 'OLD' } } }, soon, { state: 'sent' }],
  ['changed by somebody else', { current: { reportIntervalSeconds: 90 } }, soon, { state: 'left' }],
  [
    'firmware not there yet',
    { kind: 'firmware', wanted: { firmware: '5.0' }, current: { firmware: '5.0' }, reportedVersion: 5 },
    soon,
    { state: 'sent' },
  ],
  [
    'firmware there',
    { kind: 'firmware', wanted: { firmware: '4.2.0' }, current: { firmware: '4.2.0' }, reportedVersion: 5 },
    soon,
    { state: 'done' },
  ],
  [
    'no firmware wanted any more',
    { kind: 'firmware', wanted: { firmware: '' }, current: { firmware: '' }, reportedVersion: 5 },
    soon,
    { state: 'done' },
  ],
])('%s', (_what, change, now, judgement) => {
  expect(judgeRobot({ ...told, ...change }, now)).toEqual(judgement);
});

test.each([
  [{ online: true, abnormal: false }, { online: true, abnormal: false }, undefined],
  [{ online: true, abnormal: false }, { online: false, abnormal: false }, 'silent'],
  [{ online: true, abnormal: false }, { online: true, abnormal: true }, 'failed'],
  [{ online: false, abnormal: true }, { online: false, abnormal: true }, undefined],
])('%o is %o by now: %s', (was, is, broken) => {
  expect(brokenSince(was, is)).toBe(broken);
});

test.each([
  ['what is wanted of it', { reportIntervalSeconds: 60 }, { reportIntervalSeconds: 60 }],
  ['the firmware that is wanted of it', { firmware: '4.0' }, { firmware: '4.0' }],
  ['the firmware that it runs, where none is wanted', { firmware: '' }, { firmware: '4.2.0' }],
])('it goes back to %s', (_what, current, values) => {
  expect(valuesToReturnTo(current, '4.2.0')).toEqual(values);
});

const goesBack: ToldRobot & { isOnline: boolean } = {
  ...told,
  ...{ kind: 'firmware', wanted: { firmware: '4.2.0' }, current: { firmware: '4.2.0' }, firmware: '5.0.0' },
  ...{ reported: {}, isOnline: true },
};
const unknown = { wanted: { firmware: '' }, current: { firmware: '' } };
const menuOfNobody = { kind: 'menu', wanted: { menuVersion: '' }, current: { menuVersion: '' } } as const;

test.each<[string, Partial<ToldRobot & { isOnline: boolean }>, Date, unknown]>([
  ['nothing said yet', {}, soon, { state: 'returning' }],
  ['settings said, the other firmware still there', { reportedVersion: 5 }, soon, { state: 'returning' }],
  ['the earlier firmware is there', { reportedVersion: 5, firmware: '4.2.0' }, soon, { state: 'returned' }],
  ['the other firmware still there at the end', { reportedVersion: 5 }, late, { state: 'silent', message: '' }],
  ['away until the end', { isOnline: false }, late, { state: 'later', message: '' }],
  ['changed by somebody else', { current: { firmware: '6.0' } }, soon, { state: 'left' }],
  [
    'refused',
    { reported: { refused: { version: 5, code: 'NO_WAY_BACK' } } },
    soon,
    { state: 'failed', message: 'NO_WAY_BACK' },
  ],
  ['what it ran is not known', unknown, soon, { state: 'left', message: EARLIER_UNKNOWN }],
  [
    'a menu where it showed none',
    { ...menuOfNobody, reportedVersion: 5, reported: { menuVersion: 'abc' } },
    soon,
    { state: 'returned' },
  ],
])('going back: %s', (_what, change, now, judgement) => {
  expect(judgeReturn({ ...goesBack, ...change }, now)).toEqual(judgement);
});
