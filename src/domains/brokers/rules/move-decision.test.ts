import { expect, test } from 'vitest';
import { decideMove, RETURNS_AFTER_MS } from './move-decision.ts';

const movedAt = new Date('2027-01-01T10:00:00Z');
const after = (ms: number) => new Date(movedAt.getTime() + ms);
const dueAt = after(RETURNS_AFTER_MS);

test.each([
  ['heard there', after(5_000), after(6_000), 'arrived'],
  ['heard there before it was moved', after(-5_000), after(6_000), 'waits'],
  ['not heard yet', undefined, after(RETURNS_AFTER_MS - 1), 'waits'],
  ['silent for ten minutes', undefined, after(RETURNS_AFTER_MS), 'returned'],
  ['heard at the last moment', after(RETURNS_AFTER_MS - 1), after(RETURNS_AFTER_MS), 'arrived'],
] as const)('%s: %s', (_what, heardAt, now, decision) => {
  expect(decideMove({ movedAt, dueAt, heardAt }, now)).toBe(decision);
});
