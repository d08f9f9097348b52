import { expect, test } from 'vitest';
import { ReceiverPace } from './receiver-pace.ts';

test('who answers in time is called at once, however often', () => {
  const pace = new ReceiverPace();
  for (const now of [0, 1, 2]) {
    expect(pace.turnOf('a', now)).toBe(now);
    pace.answered('a', now, 5_000);
  }
});

test('who is slow rests three times as long, and each delivery has a moment of its own', () => {
  const pace = new ReceiverPace();
  pace.answered('a', 15_000, 15_000);
  expect([1, 2, 3].map(() => pace.turnOf('a', 16_000))).toEqual([60_000, 120_000, 180_000]);
  expect(pace.turnOf('b', 16_000)).toBe(16_000);
  // called at its moment it has rested
  expect(pace.turnOf('a', 240_000)).toBe(240_000);
});

test('what waits long is put off ten minutes at most', () => {
  const pace = new ReceiverPace();
  pace.answered('a', 0, 15_000);
  const turns = Array.from({ length: 50 }, () => pace.turnOf('a', 0));
  expect(Math.max(...turns)).toBe(600_000);
});

test('one answer in time ends the rests', () => {
  const pace = new ReceiverPace();
  pace.answered('a', 0, 15_000);
  pace.answered('a', 45_000, 80);
  expect(pace.turnOf('a', 45_100)).toBe(45_100);
});
