import { expect, test } from 'vitest';
import { actTime, isDue, isWanted, pickList, soonest } from './run.ts';

const container = (level: number, hoursToEmpty: number | null = null, materialId = 'milk') => ({
  ...{ materialId, capacity: 1_000, level, lowMark: 100, hoursToEmpty },
});

test.each([
  ['full', container(1_000, 2), false],
  ['nearly full, and lasts', container(900, 90), false],
  ['nearly full, and out today', container(900, 20), true],
  ['a fifth used', container(800), true],
  ['low', container(99), true],
  ['used up', { ...container(0), lowMark: 0 }, true],
])('%s: wanted %s', (_, one, wanted) => {
  expect(isWanted(one)).toBe(wanted);
});

test.each([
  ['nothing known', [container(500)], null],
  ['the first of two', [container(500, 9), container(500, 4)], 4],
  ['one is used up', [container(500, 9), container(0)], 0],
])('%s: out in %s hours', (_, all, hours) => {
  expect(soonest(all)).toBe(hours);
});

test.each([
  ['out in time', [container(500, 8)], 8, true],
  ['later', [container(500, 9)], 8, false],
  ['low, whatever the forecast', [container(50)], 8, true],
])('%s: due %s', (_, all, hours, due) => {
  expect(isDue(all, hours)).toBe(due);
});

test('what to take along is what is missing at robots that still wait', () => {
  const stops = [
    { state: 'waiting', materials: [container(200), container(950, null, 'beans')] },
    { state: 'waiting', materials: [container(500), container(0, null, 'cup')] },
    { state: 'filled', materials: [container(0)] },
    { state: 'skipped', materials: [container(0)] },
  ];
  expect(pickList(stops).map(({ material, amount }) => [material.materialId, amount])).toEqual([
    ['milk', 1_300],
    ['cup', 1_000],
  ]);
});

test.each([
  ['right clock', { at: '2026-11-23T10:00:00Z', sentAt: '2026-11-23T10:30:00Z' }, '2026-11-23T10:00:00.000Z'],
  ['an hour fast', { at: '2026-11-23T11:00:00Z', sentAt: '2026-11-23T11:30:00Z' }, '2026-11-23T10:00:00.000Z'],
  ['a day slow', { at: '2026-11-22T10:00:00Z', sentAt: '2026-11-22T10:30:00Z' }, '2026-11-23T10:00:00.000Z'],
  ['in the future, nothing more said', { at: '2026-11-23T12:00:00Z' }, '2026-11-23T10:30:00.000Z'],
])('%s', (_, told, at) => {
  expect(actTime(told, new Date('2026-11-23T10:30:00Z')).toISOString()).toBe(at);
});
