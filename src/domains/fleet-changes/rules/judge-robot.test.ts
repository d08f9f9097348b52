import { expect, test } from 'vitest';
import { brokenSince, judgeRobot, type ToldRobot } from './judge-robot.ts';

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
