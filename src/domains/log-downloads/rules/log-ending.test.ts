import { expect, test } from 'vitest';
import { logEnding } from './log-ending.ts';

test.each([
  ['succeeded', 0, 'write'],
  ['succeeded', 3, 'write'],
  ['failed', 0, 'refused'],
  ['failed', 1, 'write'],
  ['expired', 0, 'offline'],
  ['timed_out', 0, 'silent'],
  ['timed_out', 2, 'write'],
  ['cancelled', 0, 'cancelled'],
] as const)('%s with %i parts: %s', (state, partsReceived, ending) => {
  expect(logEnding({ state, partsReceived })).toBe(ending);
});
