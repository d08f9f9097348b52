import { addBuckets } from './quantile.ts';

/** Counts of a route, since the start of the process or in a window of time. */
export interface RouteCount {
  readonly count: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
  readonly ms: number;
  readonly buckets: readonly number[];
}

/** What came between two looks at counts that only grow; undefined where nothing came. */
export function grownBy(now: RouteCount, before: RouteCount | undefined): RouteCount | undefined {
  if (!before) return now.count === 0 ? undefined : now;
  const count = now.count - before.count;
  if (count <= 0) return undefined;
  return {
    count,
    clientErrors: now.clientErrors - before.clientErrors,
    serverErrors: now.serverErrors - before.serverErrors,
    ms: Math.max(0, now.ms - before.ms),
    buckets: now.buckets.map((value, index) => value - (before.buckets[index] ?? 0)),
  };
}

/** The same route of two servers as one. */
export function together(a: RouteCount, b: RouteCount): RouteCount {
  return {
    count: a.count + b.count,
    clientErrors: a.clientErrors + b.clientErrors,
    serverErrors: a.serverErrors + b.serverErrors,
    ms: a.ms + b.ms,
    buckets: addBuckets(a.buckets, b.buckets),
  };
}
