import { expect, test } from 'vitest';
import { MAX_ATTEMPTS, nextAttempt, verdictOf } from './retries.ts';

test('a receiver that does not answer is asked again for three days, less and less often', () => {
  const begun = new Date('2026-11-20T00:00:00Z');
  const moments = [begun];
  for (let attempts = 1; ; attempts++) {
    const next = nextAttempt(attempts, moments.at(-1)!);
    if (!next) break;
    moments.push(next);
  }
  const seconds = moments.slice(1).map((moment, index) => (moment.getTime() - moments[index]!.getTime()) / 1_000);
  expect(moments).toHaveLength(MAX_ATTEMPTS);
  expect([...seconds].sort((a, b) => a - b)).toEqual(seconds);
  expect(seconds[0]).toBeLessThan(10);
  const days = (moments.at(-1)!.getTime() - begun.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(3.1);
});

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [301, 'again'],
  [404, 'again'],
  [410, 'gone'],
  [429, 'again'],
  [500, 'again'],
] as const)('an answer of %i means %s', (status, verdict) => {
  expect(verdictOf(status)).toBe(verdict);
});
