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

  function come(from: number, to: number): void {
    for (let nth = from; nth <= to; nth += 1)
      line.enter({
        isGone: () => gone.has(nth),
        letIn: () => happened.push(`in ${nth}`),
        sendAway: () => happened.push(`away ${nth}`),
      });
  }
  const inside = (): number => happened.filter((what) => what.startsWith('in')).length;
  const away = (): number => happened.filter((what) => what.startsWith('away')).length;

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
    for (let nth = letIn + 1; nth <= 290; nth += 1) gone.add(nth);
    vi.advanceTimersByTime(TURN_MS);
    expect(happened.slice(letIn)).toEqual(Array.from({ length: 10 }, (_, at) => `in ${at + 291}`));
  });

  test('a busy server lets fewer in, never none, and more again when it has time', () => {
    const inOneSecond = (): number => {
      const before = inside();
      vi.advanceTimersByTime(1_000);
      return inside() - before;
    };
    come(1, 7_000);
    inOneSecond();
    inOneSecond();
    const free = inOneSecond();
    busy = 1;
    inOneSecond();
    const whileBusy = inOneSecond();
    expect(whileBusy).toBeGreaterThanOrEqual(250);
    expect(whileBusy).toBeLessThan(free / 1.5);
    busy = 0;
    inOneSecond();
    expect(inOneSecond()).toBeGreaterThan(whileBusy);
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
});
