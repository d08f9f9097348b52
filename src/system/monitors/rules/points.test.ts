import { describe, expect, test } from 'vitest';
import type { Figures } from '../contract/figures.ts';
import type { Reading } from '../contract/monitor.ts';
import { POINTS, placesUntil, pointsOf, withNewer } from './points.ts';

const NOW = Date.parse('2026-11-23T10:00:07.000Z');
const none: Figures = {
  ...{ ms: 5_000, requests: 0, clientErrors: 0, serverErrors: 0, buckets: [], requestsEver: 0, inFlight: 0 },
  ...{ connections: 0, heapUsed: 0, heapHeld: 0, heapLimit: 0, external: 0, resident: 0, gcRuns: 0, gcMs: 0 },
  ...{ loopDelayP50Ms: 0, loopDelayP99Ms: 0, loopBusy: 0, handles: 0, ownCpu: 0, cpu: 0, load: 0 },
  ...{ memoryTotal: 100, memoryFree: 50, diskTotal: 100, diskFree: 50, received: null, sent: null },
  ...{ poolUsed: 0, poolOpen: 0, poolWaiting: 0, devicesWaiting: 0 },
};
const reading = (secondsAgo: number, serverId: string, more: Partial<Figures> = {}): Reading => ({
  serverId,
  at: new Date(NOW - secondsAgo * 1_000).toISOString(),
  figures: { ...none, ...more },
});
const newest = (readings: Reading[], serverId?: string) => pointsOf(readings, NOW, serverId).at(-1);

test('ten minutes are sixty places, the last of them under way', () => {
  const places = placesUntil(NOW);
  expect(places).toHaveLength(POINTS);
  expect(new Date(places[0]!).toISOString()).toBe('2026-11-23T09:50:10.000Z');
  expect(new Date(places.at(-1)!).toISOString()).toBe('2026-11-23T10:00:00.000Z');
});

test('nothing was said where no server spoke', () => {
  const points = pointsOf([reading(60, 'a')], NOW);
  expect(points.filter((point) => point !== undefined)).toHaveLength(1);
  expect(pointsOf([reading(700, 'a')], NOW).every((point) => point === undefined)).toBe(true);
});

describe('several servers', () => {
  test('their requests are added, each by its own time', () => {
    const both = [
      reading(2, 'a', { requests: 10 }),
      reading(6, 'a', { requests: 20 }),
      reading(3, 'b', { requests: 5, ms: 1_000 }),
    ];
    expect(newest(both)?.requests).toBeCloseTo(3 + 5);
    expect(newest(both, 'a')?.requests).toBeCloseTo(3);
    expect(newest(both, 'c')).toBeUndefined();
  });
  test('percentiles are those of all answers together', () => {
    const both = [reading(1, 'a', { buckets: [99, 0, 0] }), reading(1, 'b', { buckets: [0, 0, 1] })];
    expect(newest(both)?.p50).toBeLessThan(5);
    expect(newest(both, 'b')?.p50).toBeGreaterThan(20);
    expect(newest([reading(1, 'a')])?.p50).toBeNull();
  });
  test('memory and disk are those of the machine that is fullest, the processor the busiest', () => {
    const both = [
      reading(1, 'a', { memoryTotal: 1_000, memoryFree: 900, cpu: 100, diskFree: 10 }),
      reading(1, 'b', { memoryTotal: 200, memoryFree: 20, cpu: 300, diskFree: 60 }),
    ];
    expect(newest(both)).toMatchObject({ memoryTotal: 200, memoryUsed: 180, cpu: 300, diskUsed: 90 });
  });
  test('what the network does is not said twice of one machine, and not at all where it is unknown', () => {
    const both = [reading(1, 'a', { received: 5_000, sent: 0 }), reading(1, 'b', { received: 4_000 })];
    expect(newest(both)).toMatchObject({ received: 1_000, sent: 0 });
    expect(newest([reading(1, 'a')])).toMatchObject({ received: null, sent: null });
  });
  test('heap is added, and the collector’s share is of the time of each', () => {
    const both = [reading(1, 'a', { heapUsed: 5, gcMs: 50 }), reading(1, 'b', { heapUsed: 7, gcMs: 50 })];
    expect(newest(both)).toMatchObject({ heapUsed: 12, gc: 10_000 });
  });
});

test('what came is added once, and what is too old goes', () => {
  const had = [reading(650, 'a'), reading(10, 'a')];
  const came = [reading(10, 'a'), reading(5, 'a')];
  expect(withNewer(had, came, NOW).map(({ at }) => at)).toEqual([had[1]!.at, came[1]!.at]);
});
