import { expect, test } from 'vitest';
import { Throttle } from './throttle.ts';

/** A clock that the test moves. */
function aClock() {
  let now = 0;
  let waiting: { at: number; work: () => void }[] = [];
  const times = {
    now: () => now,
    later: (work: () => void, ms: number) => {
      const one = { at: now + ms, work };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
  };
  const goTo = (at: number): void => {
    now = at;
    const due = waiting.filter((one) => one.at <= now);
    waiting = waiting.filter((one) => one.at > now);
    for (const one of due) one.work();
  };
  return { times, goTo };
}

test('the first message is answered at once, a burst after it once, at the end of the interval', () => {
  const { times, goTo } = aClock();
  const ranAt: number[] = [];
  const throttle = new Throttle(
    () => ranAt.push(times.now()),
    () => 2_000,
    times,
  );
  for (const at of [0, 300, 900, 1_999]) {
    goTo(at);
    throttle.ask();
  }
  expect(ranAt).toEqual([0]);
  goTo(2_000);
  expect(ranAt).toEqual([0, 2_000]);
  goTo(9_000);
  expect(ranAt).toEqual([0, 2_000]);
});

test('a stopped throttle does nothing more by itself and answers the next message', () => {
  const { times, goTo } = aClock();
  let runs = 0;
  const throttle = new Throttle(
    () => (runs += 1),
    () => 1_000,
    times,
  );
  throttle.ask();
  throttle.ask();
  throttle.stop();
  goTo(5_000);
  expect(runs).toBe(1);
  throttle.ask();
  expect(runs).toBe(2);
});

test('what waits comes at its time although the interval has changed, and the next waits for the new one', () => {
  const { times, goTo } = aClock();
  const ranAt: number[] = [];
  let everyMs = 1_000;
  const throttle = new Throttle(
    () => ranAt.push(times.now()),
    () => everyMs,
    times,
  );
  throttle.ask();
  throttle.ask();
  everyMs = 5_000;
  for (const at of [1_000, 2_000, 6_000]) {
    goTo(at);
    throttle.ask();
  }
  expect(ranAt).toEqual([0, 1_000, 6_000]);
});
