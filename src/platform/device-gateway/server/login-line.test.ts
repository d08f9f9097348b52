import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LoginLine } from './login-line.ts';

const TURN_MS = 50;

describe('the line of logins', () => {
  let busy = 0;
  let line: LoginLine;
  const happened: string[] = [];
  const gone = new Set<number>();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance'] });
    busy = 0;
    happened.length = 0;
    gone.clear();
    line = new LoginLine({ busy: () => busy });
  });
  afterEach(() => {
    line.close();
    vi.useRealTimers();
  });

  function come(from: number, to: number, sendAway = (nth: number): void => void happened.push(`away ${nth}`)): void {
    for (let nth = from; nth <= to; nth += 1)
      line.enter({
        id: String(nth),
        isGone: () => gone.has(nth),
        letIn: () => happened.push(`in ${nth}`),
        sendAway: () => sendAway(nth),
      });
  }
  const inside = (): number => happened.filter((what) => what.startsWith('in')).length;
  const away = (): number => happened.filter((what) => what.startsWith('away')).length;
  const inOneSecond = (): number => {
    const before = inside();
    vi.advanceTimersByTime(1_000);
    return inside() - before;
  };

  test('who comes alone is let in at once', () => {
    come(1, 1);
    expect(happened).toEqual(['in 1']);
    vi.advanceTimersByTime(10 * TURN_MS);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('all are let in, in the order in which they came', () => {
    come(1, 300);
    vi.advanceTimersByTime(3_000);
    expect(happened).toEqual(Array.from({ length: 300 }, (_, at) => `in ${at + 1}`));
    expect(line.length).toBe(0);
  });

  test('who has given up is passed over and takes nobody’s place', () => {
    come(1, 300);
    const letIn = inside();
    for (let nth = letIn + 1; nth <= 295; nth += 1) gone.add(nth);
    vi.advanceTimersByTime(TURN_MS);
    expect(happened.slice(letIn)).toEqual(Array.from({ length: 5 }, (_, at) => `in ${at + 296}`));
  });

  test('a busy server lets fewer in, never none, and more again when it has time', () => {
    come(1, 7_000);
    inOneSecond();
    inOneSecond();
    const free = inOneSecond();
    busy = 1;
    inOneSecond();
    const whileBusy = inOneSecond();
    expect(whileBusy).toBeGreaterThanOrEqual(100);
    expect(whileBusy).toBeLessThan(free / 1.5);
    busy = 0;
    inOneSecond();
    expect(inOneSecond()).toBeGreaterThan(whileBusy);
  });

  test('the longer the line, the more are let in at least', () => {
    busy = 1;
    come(1, 1_000);
    inOneSecond();
    const few = inOneSecond();
    come(1_001, 7_000);
    expect(inOneSecond()).toBeGreaterThan(1.3 * few);
  });

  test('who waits too long is sent away while he still listens, and so is who finds the line full', () => {
    busy = 1;
    come(1, 9_000);
    const full = away();
    expect(full).toBeGreaterThan(900);
    vi.advanceTimersByTime(7_000);
    expect(away()).toBe(full);
    vi.advanceTimersByTime(2_000);
    expect(line.length).toBe(0);
    expect(inside() + away()).toBe(9_000);
    expect(inside()).toBeGreaterThan(900);
  });

  test.each(['is sent away', 'gives up'])(
    'who %s after a long wait and comes again is before those that came later',
    (how) => {
      busy = 1;
      come(1, 3_000);
      if (how === 'gives up') gone.add(3_000);
      vi.advanceTimersByTime(9_000);
      expect(happened).not.toContain('in 3000');
      gone.clear();
      come(10_000, 12_000);
      vi.advanceTimersByTime(1_000);
      const before = inside();
      come(3_000, 3_000);
      vi.advanceTimersByTime(TURN_MS);
      expect(happened.filter((what) => what.startsWith('in'))[before]).toBe('in 3000');
    },
  );

  test('a fleet that comes again whenever it is sent away is in within a minute', () => {
    busy = 1;
    const tries = new Map<number, number>();
    const again = (nth: number): void => {
      const times = tries.get(nth) ?? 0;
      tries.set(nth, times + 1);
      // pauses of one second, two, four and so on, some half as long and some half as long again
      const pause = 1_000 * 2 ** times * (0.5 + ((nth * 7_919) % 1_000) / 1_000);
      setTimeout(() => come(nth, nth, again), pause);
    };
    const began = performance.now();
    for (let nth = 1; nth <= 5_000; nth += 1) setTimeout(() => come(nth, nth, again), nth * 2);
    while (inside() < 5_000 && performance.now() - began < 300_000) vi.advanceTimersByTime(500);
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(Math.max(...tries.values())).toBeLessThanOrEqual(4);
  });
});
