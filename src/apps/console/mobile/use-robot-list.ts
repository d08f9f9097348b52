import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MonitorAnswer, Robot } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { askMonitor, askRobots } from './calls.ts';
import { useAnswer } from './use-answer.ts';

/** Each robot is in one of them, beside `all`. */
const HEALTHS = {
  attention: ATTENTION_HEALTHS,
  maintenance: ['maintenance'],
  selling: ['selling'],
  notConnected: ['notConnected'],
} as const satisfies Record<string, readonly RobotHealth[]>;
export const SEGMENTS = ['all', 'attention', 'maintenance', 'selling', 'notConnected'] as const;
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

/**
 * What is on screen is read anew with the counts: a live update of a robot changes both. What is under way goes on, and what
 * it brings is read anew after it: if each update began it anew, a slow line would never show anything.
 */
export function useRobotList({ segment, keyword }: Wanted): RobotList {
  const key = `${segment} ${keyword}`;
  const [list, setList] = useState<Kept | undefined>(() => (left?.list.key === key ? left.list : undefined));
  const [error, setError] = useState<Error>();
  const [turn, setTurn] = useState(0);
  const running = useRef<AbortController>(undefined);
  /** What is under way will be old. */
  const isOld = useRef(false);
  const current = list?.key === key ? list : undefined;

  const load = async (ask: (signal: AbortSignal) => Promise<Kept>): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    isOld.current = false;
    setError(undefined);
    try {
      const next = await ask(stop.signal);
      if (stop.signal.aborted) return;
      setList(next);
      if (isOld.current) setTurn((now) => now + 1);
    } catch (failure) {
      if (stop.signal.aborted) return;
      setError(failure as Error);
    }
    running.current = undefined;
  };

  const monitor = useAnswer('counts', async (signal) => countsOf(await askMonitor(signal)), 'robot');
  const { at } = monitor;
  const wanted = { segment, keyword };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was left begins where another list is wanted
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [key],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list grows by scrolling, which loads by itself
  useEffect(() => {
    if (running.current) isOld.current = true;
    else void load((signal) => readAnew({ key, robots: [], total: 0, pages: 0 }, wanted, current?.pages ?? 1, signal));
  }, [key, at, turn]);

  useKeptPlace(current);
  return {
    robots: current?.robots,
    total: current?.total ?? 0,
    counts: monitor.data,
    hasMore: error === undefined && (current === undefined || hasMore(current)),
    error,
    more: () => {
      if (current && !running.current) void load((signal) => longer(current, wanted, 1, signal));
    },
    refresh: () => setTurn(turn + 1),
  };
}

/** The server takes pages of at most 200. */
const MOST_PAGES_AT_ONCE = 10;

const hasMore = ({ pages, total }: Kept): boolean => pages * PAGE_SIZE < total;

/** As many pages as were there, one portion after another. */
async function readAnew(nothing: Kept, wanted: Wanted, pages: number, signal: AbortSignal): Promise<Kept> {
  const portion = Math.min(pages, MOST_PAGES_AT_ONCE);
  let list = await longer(nothing, wanted, portion, signal);
  while (list.pages < pages && hasMore(list)) list = await longer(list, wanted, portion, signal);
  return list;
}

async function longer(list: Kept, wanted: Wanted, pages: number, signal: AbortSignal): Promise<Kept> {
  const request = { ...filterOf(wanted), pageNo: list.pages / pages + 1, pageSize: PAGE_SIZE * pages };
  const { records, total } = await askRobots(request, signal);
  // a robot that was added meanwhile moves the others by one
  const known = new Set(list.robots.map(({ id }) => id));
  const robots = [...list.robots, ...records.filter(({ id }) => !known.has(id))];
  return { ...list, robots, total, pages: list.pages + pages };
}

function filterOf({ segment, keyword }: Wanted) {
  const text = keyword === '' ? {} : { keyword };
  return segment === 'all' ? text : { ...text, health: HEALTHS[segment].join(',') };
}

function countsOf({ counts }: MonitorAnswer): Record<Segment, number> {
  const { maintenance, selling, notConnected } = counts.health;
  return { all: counts.total, attention: counts.attention, maintenance, selling, notConnected };
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
