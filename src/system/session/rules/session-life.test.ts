import { expect, test } from 'vitest';
import { isOver, isSeenWorthWriting } from './session-life.ts';

const T0 = new Date('2027-03-01T09:00:00Z');
const hours = (count: number): Date => new Date(T0.getTime() + count * 3600_000);

test.each([
  { seen: 0, now: 23.99, over: false },
  { seen: 0, now: 24, over: true },
  { seen: 160, now: 167.99, over: false },
  { seen: 167.9, now: 168, over: true },
])('begun at 0 h, seen at $seen h: over at $now h is $over', ({ seen, now, over }) => {
  expect(isOver({ createdAt: T0, lastSeenAt: hours(seen) }, hours(now))).toBe(over);
});

test('a tenant may allow up to seven idle days, not more', () => {
  const session = { createdAt: T0, lastSeenAt: T0 };
  expect(isOver(session, hours(100), 7 * 24 * 3600_000)).toBe(false);
  expect(isOver(session, hours(168), 30 * 24 * 3600_000)).toBe(true);
});

test('the last call is written once a minute', () => {
  const session = { createdAt: T0, lastSeenAt: T0 };
  expect(isSeenWorthWriting(session, new Date(T0.getTime() + 59_999))).toBe(false);
  expect(isSeenWorthWriting(session, new Date(T0.getTime() + 60_000))).toBe(true);
});
