import { expect, test } from 'vitest';
import { CallError, type CallErrorFacts } from '#platform/http/web/call-error.ts';
import { answerOneByOne, type Outcome } from './answer-one-by-one.ts';

const refusal = (facts: Partial<CallErrorFacts> = {}) =>
  new CallError({ kind: 'refusal', status: 200, code: '1', message: 'no', ...facts });

/** Answers a, b and c, where b fails with these facts. */
async function answer(facts: Partial<CallErrorFacts>) {
  const sent: string[] = [];
  const outcomes = new Map<string, Outcome>();
  const keys = new Map<string, string>();
  const used = new Map<string, string>();
  await answerOneByOne(['a', 'b', 'c'], {
    keys,
    send: async (id, key) => {
      sent.push(id);
      used.set(id, key);
      if (id === 'b') throw refusal(facts);
    },
    tell: (id, outcome) => void outcomes.set(id, outcome),
  });
  return { sent, outcomes, keys, used };
}

test('a refused one says why, and the others are answered, each under a key of its own', async () => {
  const { sent, outcomes, keys, used } = await answer({
    problem: 'order.refund.not-open',
    message: 'Answered already',
  });
  expect(sent).toEqual(['a', 'b', 'c']);
  expect(Object.fromEntries(outcomes)).toEqual({
    a: { state: 'done' },
    b: { state: 'failed', reason: 'Answered already' },
    c: { state: 'done' },
  });
  expect(new Set(used.values()).size).toBe(3);
  expect(keys.has('b')).toBe(false);
});

test.each([
  ['no answer', { kind: 'network', status: 0 }, true],
  ['an answer that came too late', { kind: 'timeout', status: 0 }, true],
  ['an ended session', { kind: 'status', status: 401 }, false],
  ['too many calls', { kind: 'status', status: 429 }, false],
  ['a password that was not given', { kind: 'status', status: 403, problem: 'session.step-up-required' }, false],
] as const)('%s ends it, and what was not sent waits', async (_what, facts, keepsKey) => {
  const { sent, outcomes, keys, used } = await answer(facts);
  expect(sent).toEqual(['a', 'b']);
  expect(outcomes.get('b')).toMatchObject({ state: 'failed' });
  expect(outcomes.has('c')).toBe(false);
  expect(keys.get('b')).toBe(keepsKey ? used.get('b') : undefined);
});

test.each([
  ['a server in trouble', { kind: 'status', status: 503 }, true],
  ['a proxy that waited too long', { kind: 'status', status: 504 }, true],
  ['a twin that is under way', { kind: 'status', status: 409, problem: 'request.idempotency-key-in-use' }, true],
  ['a business refusal', { kind: 'refusal', status: 200, problem: 'order.refund.not-open' }, false],
] as const)('after %s the key is kept as long as the outcome is open', async (_what, facts, keepsKey) => {
  const { keys, used } = await answer(facts);
  expect(keys.get('b')).toBe(keepsKey ? used.get('b') : undefined);
});
