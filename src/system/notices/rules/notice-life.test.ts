import { expect, test } from 'vitest';
import { forgottenBefore } from './notice-life.ts';

test('a settled matter and a personal notice are kept a month, an open matter half a year', () => {
  const before = forgottenBefore(new Date('2027-07-01T00:00:00Z'));
  expect(before.settled.toISOString()).toBe('2027-06-01T00:00:00.000Z');
  expect(before.toPerson).toEqual(before.settled);
  expect(before.open.toISOString()).toBe('2027-01-02T00:00:00.000Z');
});
