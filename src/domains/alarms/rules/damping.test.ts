import { expect, test } from 'vitest';
import { calmAfter, dampingOf } from './damping.ts';

const MINUTE_MS = 60_000;

test.each([
  [1, 10, 2],
  [2, 10, 2],
  [3, 60, 30],
  [40, 60, 30],
])('raised %i times: the same for %i minutes, over after %i', (count, same, clear) => {
  expect(dampingOf(count)).toEqual({ sameWithinMs: same * MINUTE_MS, clearAfterMs: clear * MINUTE_MS });
});

test.each([
  [0, 2],
  [1, 2],
  [2, 4],
  [3, 8],
  [4, 16],
  [5, 30],
  [60, 30],
])('after %i messages within the hour: %i minutes of peace', (messages, minutes) => {
  expect(calmAfter(messages)).toBe(minutes * MINUTE_MS);
});

test('a critical alarm that is news waits for the shortest time alone', () => {
  expect(calmAfter(7, { isUrgent: true })).toBe(2 * MINUTE_MS);
});
