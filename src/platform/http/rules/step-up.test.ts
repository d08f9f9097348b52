import { expect, test } from 'vitest';
import { isSteppedUp } from './step-up.ts';

const now = new Date('2027-03-01T09:00:00Z');
test.each([
  [null, false],
  ['2027-03-01T09:00:00Z', true],
  ['2027-03-01T08:55:00.001Z', true],
  ['2027-03-01T08:55:00Z', false],
])('a password given at %s holds: %s', (at, holds) => {
  expect(isSteppedUp(at === null ? null : new Date(at), now)).toBe(holds);
});
