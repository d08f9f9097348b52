import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '#platform/context/server/services.ts';
import { watchWorkers } from './workers-away.ts';

let away: readonly { nodeid: number }[] = [];
let looks = 0;
const services = {
  database: {
    identityQuery: async ({ name }: { name: string }) => {
      if (name === 'has-workers') return [{ found: true }];
      looks += 1;
      return away;
    },
  },
} as unknown as Pick<Services, 'database'>;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('while a worker is away it is looked for each second, and else all of them every five seconds', async () => {
  const workersAway = watchWorkers();
  const askAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    workersAway(services);
    // the look is on its way, and its answer is what the next one hears
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    return [looks, ...workersAway(services)];
  };
  expect(await askAfter(0)).toEqual([1]);
  expect(await askAfter(4_000)).toEqual([1]);
  away = [{ nodeid: 2 }];
  expect(await askAfter(1_500)).toEqual([2, 2]);
  expect(await askAfter(900)).toEqual([2, 2]);
  away = [];
  expect(await askAfter(200)).toEqual([3]);
  expect(await askAfter(1_500)).toEqual([3]);
});
