/** What is loaded of a list without an end, newest first. */
export interface EndlessRows<Row> {
  readonly rows: readonly Row[];
  /** Where the next slice begins; null at the end, undefined before the first answer. */
  readonly next: string | null | undefined;
  /** Newer rows that wait to be shown, newest first. */
  readonly fresh: readonly Row[];
  /** Newer than `fresh` reaches: the list has to begin anew to show them. */
  readonly hasGap: boolean;
}

export interface Slice<Row> {
  readonly records: readonly Row[];
  readonly next: string | null;
}

type IdOf<Row> = (row: Row) => string;

/** More rows than this are not kept: the reader goes on from a later place instead of filling his memory. */
export const ENDLESS_MAX = 20_000;

export function nothingLoaded<Row>(): EndlessRows<Row> {
  return { rows: [], next: undefined, fresh: [], hasGap: false };
}

/** Older rows at the end, unless the slice was asked for at a place that is passed already: it would stand there twice. */
export function appendSlice<Row>(
  now: EndlessRows<Row>,
  slice: Slice<Row>,
  askedAt: EndlessRows<Row>['next'],
): EndlessRows<Row> {
  if (now.next !== askedAt) return now;
  return { ...now, rows: [...now.rows, ...slice.records], next: slice.next };
}

/** The newest slice once more: what is not known yet waits, so that nothing moves under the reader. */
export function noteNewest<Row>(now: EndlessRows<Row>, slice: Slice<Row>, idOf: IdOf<Row>): EndlessRows<Row> {
  if (now.next === undefined) return now;
  const [newest] = now.rows;
  const known = newest === undefined ? undefined : idOf(newest);
  const at = slice.records.findIndex((row) => idOf(row) === known);
  const fresh = at < 0 ? slice.records : slice.records.slice(0, at);
  const hasGap = at < 0 && (known !== undefined || slice.next !== null);
  if (
    fresh.length === now.fresh.length &&
    hasGap === now.hasGap &&
    (fresh.length === 0 || sameFirst(fresh, now.fresh, idOf))
  )
    return now;
  return { ...now, fresh, hasGap };
}

/** Shows what waits; after a gap only what came last is left, and the rest is loaded by scrolling. */
export function showFresh<Row>(now: EndlessRows<Row>): EndlessRows<Row> {
  if (now.fresh.length === 0) return now;
  return { ...now, rows: [...now.fresh, ...now.rows], fresh: [], hasGap: false };
}

export function isFull(now: EndlessRows<unknown>): boolean {
  return now.rows.length >= ENDLESS_MAX;
}

function sameFirst<Row>(a: readonly Row[], b: readonly Row[], idOf: IdOf<Row>): boolean {
  const [first] = a;
  const [other] = b;
  return first !== undefined && other !== undefined && idOf(first) === idOf(other);
}
