import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MonitorAnswer, Robot } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { askMonitor, askRobots } from './calls.ts';
import { useAnswer } from './use-answer.ts';

/** Each robot is in one of them, beside `all`. */
const HEALTHS = {
  attention: ATTENTION_HEALTHS,
  warning: ['warning'],
  maintenance: ['maintenance'],
  selling: ['selling'],
  notConnected: ['notConnected'],
} as const satisfies Record<string, readonly RobotHealth[]>;
export const SEGMENTS = ['all', 'attention', 'warning', 'maintenance', 'selling', 'notConnected'] as const;
export type Segment = (typeof SEGMENTS)[number];
export const isSegment = (text: string | null): text is Segment => SEGMENTS.some((segment) => segment === text);

interface Wanted {
  readonly segment: Segment;
  readonly keyword: string;
}

interface Kept {
  readonly key: string;
  readonly robots: readonly Robot[];
  readonly total: number;
  readonly pages: number;
}

const PAGE_SIZE = 20;

/** What was loaded and where it stood when the list was left; a robot's page and back is the commonest way. */
let left: { list: Kept; scrollY: number } | undefined;

export interface RobotList {
  readonly robots: readonly Robot[] | undefined;
  readonly total: number;
  readonly counts: Readonly<Record<Segment, number>> | undefined;
  readonly hasMore: boolean;
  readonly error: Error | undefined;
  more(): void;
  refresh(): void;
}

export function useRobotList({ segment, keyword }: Wanted): RobotList {
  const key = `${segment} ${keyword}`;
  const [list, setList] = useState<Kept | undefined>(() => (left?.list.key === key ? left.list : undefined));
  const [error, setError] = useState<Error>();
  const running = useRef<AbortController>(undefined);
  const current = list?.key === key ? list : undefined;

  const load = useCallback(
    (page: number, pages: number) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setError(undefined);
      const request = { ...filterOf({ segment, keyword }), pageNo: page, pageSize: PAGE_SIZE * pages };
      askRobots(request, stop.signal).then(
        ({ records, total }) => {
          if (stop.signal.aborted) return;
          running.current = undefined;
          setList((before) => {
            const earlier = page > 1 && before?.key === key ? before.robots : [];
            // a robot that was added meanwhile moves the others by one
            const known = new Set(earlier.map((robot) => robot.id));
            const robots = [...earlier, ...records.filter((robot) => !known.has(robot.id))];
            return { key, robots, total, pages: page > 1 ? page : pages };
          });
        },
        (failure: Error) => {
          if (stop.signal.aborted) return;
          running.current = undefined;
          setError(failure);
        },
      );
    },
    [key, segment, keyword],
  );

  const monitor = useAnswer('counts', async (signal) => countsOf(await askMonitor(signal)), 'robot');
  const loaded = current?.pages ?? 1;
  // What is on screen is read anew with the counts: a live update of a robot changes both.
  const { at } = monitor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` grows by scrolling, which loads by itself
  useEffect(() => {
    load(1, Math.min(loaded, MOST_PAGES_AT_ONCE));
    return () => running.current?.abort();
  }, [load, at]);

  useKeptPlace(current);
  return {
    robots: current?.robots,
    total: current?.total ?? 0,
    counts: monitor.data,
    hasMore: current === undefined ? error === undefined : current.robots.length < current.total && error === undefined,
    error,
    more: () => {
      if (current && !running.current) load(current.pages + 1, 1);
    },
    refresh: () => load(1, 1),
  };
}

/** The server takes pages of at most 200. */
const MOST_PAGES_AT_ONCE = 10;

function filterOf({ segment, keyword }: Wanted) {
  const text = keyword === '' ? {} : { keyword };
  return segment === 'all' ? text : { ...text, health: HEALTHS[segment].join(',') };
}

function countsOf({ counts }: MonitorAnswer): Record<Segment, number> {
  const { warning, maintenance, selling, notConnected } = counts.health;
  return { all: counts.total, attention: counts.attention, warning, maintenance, selling, notConnected };
}

/** The list is there again as it was left, at the same height. */
function useKeptPlace(list: Kept | undefined): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useLayoutEffect(() => {
    if (left && latest.current?.key === left.list.key) scrollTo(0, left.scrollY);
    left = undefined;
    let scrolledTo = scrollY;
    const note = (): void => {
      scrolledTo = scrollY;
    };
    addEventListener('scroll', note, { passive: true });
    return () => {
      removeEventListener('scroll', note);
      if (latest.current) left = { list: latest.current, scrollY: scrolledTo };
    };
  }, []);
}
