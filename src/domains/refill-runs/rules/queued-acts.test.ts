import { expect, test } from 'vitest';
import type { RefillRun } from '../contract/endpoints.ts';
import { afterFailure, type QueuedAct, withActs } from './queued-acts.ts';

const AT = '2026-11-23T10:00:00.000Z';
const milk = {
  ...{
    materialId: 'milk',
    name: 'Milk',
    nameZh: '牛奶',
    unit: 'ml' as const,
    specs: '2 l',
    capacity: 8_000,
    level: 500,
  },
  ...{ lowMark: 800, hoursToEmpty: 2, filledAt: null },
};
const stop = (robotId: string, state: 'waiting' | 'filled' = 'waiting') => ({
  ...{ robotId, imei: robotId, name: robotId, spotId: null, spotName: '', spotNameZh: '', address: '' },
  ...{ latitude: null, longitude: null, materials: [milk], turn: 0, state, reason: '', doneAt: null, doneByName: '' },
  fills: [],
});
const run: RefillRun = {
  ...{ id: 'run', name: 'Run', state: 'planned', assignedTo: 'me', assignedName: 'Me', plannedFor: null, note: '' },
  ...{ reason: '', plannedByName: '', createdAt: AT, startedAt: null, endedAt: null, stops: [stop('a'), stop('b')] },
};
const after = (...acts: QueuedAct[]) => withActs([run], acts)[0];
const confirm = (robotId: string, amount: number): QueuedAct => ({
  ...{ kind: 'confirm', id: 'run', at: AT, robotId, materials: [{ materialId: 'milk', amount }] },
});

test('what was filled stands in the run at once', () => {
  const now = after({ kind: 'start', id: 'run', at: AT }, confirm('a', 8_000));
  expect(now).toMatchObject({ state: 'running', startedAt: AT });
  expect(now?.stops.map(({ state, materials }) => [state, materials[0]?.level])).toEqual([
    ['filled', 8_000],
    ['waiting', 500],
  ]);
});

test('the last word about a robot counts, and a skip does not undo what was filled', () => {
  const now = after(confirm('a', 7_000), confirm('a', 8_000), {
    ...{ kind: 'skip', id: 'run', at: AT, robotId: 'a', reason: 'closed' },
  });
  expect(now?.stops[0]).toMatchObject({ state: 'filled', reason: '', materials: [{ level: 8_000 }] });
});

test('who finishes leaves out the robots that still wait', () => {
  const now = after(confirm('a', 8_000), { kind: 'finish', id: 'run', at: AT });
  expect(now?.state).toBe('done');
  expect(now?.stops.map(({ state }) => state)).toEqual(['filled', 'skipped']);
});

test('acts of other runs are theirs', () => {
  expect(withActs([run], [{ kind: 'finish', id: 'other', at: AT }])).toEqual([run]);
});

test.each([
  ['no answer', 0, 'wait'],
  ['a server in trouble', 503, 'wait'],
  ['too many calls', 429, 'wait'],
  ['the session is over', 401, 'wait'],
  ['not allowed', 403, 'refused'],
  ['not there', 404, 'refused'],
  ['cannot be', 422, 'refused'],
])('%s (%i): %s', (_, status, what) => {
  expect(afterFailure(status)).toBe(what);
});
