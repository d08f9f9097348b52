import { expect, test } from 'vitest';
import { LiveBuffer, type LiveMessage } from './live-buffer.ts';

function setUp() {
  let now = 0;
  let held = false;
  let timers: { at: number; work: () => void }[] = [];
  const delivered: (readonly LiveMessage[])[] = [];
  const buffer = new LiveBuffer(
    (messages) => delivered.push(messages),
    () => held,
    { now: () => now, later: (work, ms) => void timers.push({ at: now + ms, work }) },
  );
  return {
    buffer,
    delivered,
    hold: (value: boolean) => {
      held = value;
    },
    pass(ms: number) {
      const until = now + ms;
      for (let due = next(); due; due = next()) {
        now = due.at;
        timers = timers.filter((timer) => timer !== due);
        due.work();
      }
      now = until;
      function next() {
        return timers.filter((timer) => timer.at <= until).sort((one, other) => one.at - other.at)[0];
      }
    },
  };
}
const order = (id: string, fields = {}) => ({ kind: 'order', id, ...fields });

test('the first message is shown at once', () => {
  const { buffer, delivered } = setUp();
  buffer.add(order('1'));
  expect(delivered).toEqual([[order('1')]]);
});

test('a burst is shown at most once per half second', () => {
  const { buffer, delivered, pass } = setUp();
  for (const id of ['1', '2', '3', '4']) buffer.add(order(id));
  pass(499);
  expect(delivered).toHaveLength(1);
  pass(1);
  expect(delivered[1]).toEqual([order('2'), order('3'), order('4')]);
});

test('changes of one record arrive as one, the latest field wins', () => {
  const { buffer, delivered, pass } = setUp();
  buffer.add(order('0'));
  buffer.add(order('1', { status: 3, step: 1 }));
  buffer.add(order('1', { status: 4 }));
  pass(500);
  expect(delivered[1]).toEqual([order('1', { status: 4, step: 1 })]);
});

test('nothing moves while the pointer is pressed', () => {
  const { buffer, delivered, hold, pass } = setUp();
  hold(true);
  buffer.add(order('1'));
  pass(3000);
  expect(delivered).toEqual([]);
  hold(false);
  pass(100);
  expect(delivered).toHaveLength(1);
});
