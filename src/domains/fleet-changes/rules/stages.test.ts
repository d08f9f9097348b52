import { expect, test } from 'vitest';
import { decideStage, type StageRobot, stageOf, stageSizes, watchedUntil } from './stages.ts';

test.each([
  [1, [1, 0, 0]],
  [5, [1, 0, 4]],
  [11, [1, 1, 9]],
  [20, [1, 1, 18]],
  [100, [1, 9, 90]],
  [2000, [1, 199, 1800]],
] as const)('%i robots', (all, sizes) => {
  expect(stageSizes(all)).toEqual(sizes);
});

test('the first robot is a stage of its own', () => {
  expect(stageOf(0, 1)).toBe(0);
  expect(stageOf(1, 2)).toBe(2);
});

const now = new Date('2027-03-01T10:00:00Z');
const facts = { stage: 1, waiting: 0, open: 0, told: 10, bad: 0, limitPercent: 10, watchedUntil: null };

test.each([
  ['all answered', {}, 'next'],
  ['the last stage', { stage: 2 }, 'done'],
  ['some are silent yet', { open: 2 }, 'wait'],
  ['some are not told', { waiting: 3, open: 2 }, 'send'],
  ['watched', { watchedUntil: new Date('2027-03-01T10:00:01Z') }, 'wait'],
  ['watched long enough', { watchedUntil: now }, 'next'],
  ['as many as the limit', { bad: 1 }, 'next'],
  ['more than the limit', { bad: 2, waiting: 3, open: 4 }, 'stop'],
  ['the first failed', { stage: 0, told: 1, bad: 1, limitPercent: 50 }, 'stop'],
  ['none may fail', { bad: 1, limitPercent: 0 }, 'stop'],
  ['none was told', { told: 0, waiting: 1 }, 'send'],
] as const)('%s', (_what, change, decision) => {
  expect(decideStage({ ...facts, ...change }, now)).toBe(decision);
});

const at = (time: string) => new Date(`2027-03-01T${time}Z`);
const first: StageRobot = { state: 'done', wasAway: false, endedAt: at('09:50:00') };
const slow: StageRobot = { state: 'done', wasAway: false, endedAt: at('09:58:00') };

test.each<[string, StageRobot[], number, string | null]>([
  ['the first of one', [first], 120, '09:52:00'],
  ['the last that took it over', [slow, first], 120, '10:00:00'],
  ['one is not told yet', [first, { ...slow, state: 'waiting', endedAt: null }], 120, null],
  ['one has not answered yet', [first, { ...slow, state: 'sent', endedAt: null }], 120, null],
  ['one has failed since', [first, { ...slow, state: 'failed' }], 120, '09:52:00'],
  ['one is given up', [first, { ...slow, state: 'silent' }], 120, '09:52:00'],
  ['one stays as it is', [first, { ...slow, state: 'left' }], 120, '09:52:00'],
  ['one is away', [first, { ...slow, state: 'later', wasAway: true, endedAt: null }], 120, '09:52:00'],
  ['one that was away came back', [first, { ...slow, wasAway: true }], 120, '09:52:00'],
  ['nobody runs with it', [{ ...first, state: 'failed' }], 120, null],
  ['nobody is in it', [], 120, null],
  ['nothing is watched', [first], 0, null],
])('watched until, where %s', (_what, robots, watchSeconds, until) => {
  expect(watchedUntil(robots, watchSeconds)).toEqual(until === null ? null : at(until));
});
