interface Fitted {
  readonly key: string;
  readonly width: number;
  readonly tight?: number | undefined;
  /** Never narrower: numbers, times and states do not cut themselves off. */
  readonly whole?: boolean | undefined;
  /** The reader chose this width. */
  readonly isChosen?: boolean;
}

/** Widths in pixels of the columns that give way. */
export type Fit = ReadonlyMap<string, number>;

/**
 * What of a table fits `room` pixels: where columns with a tight width do not all fit, as many of them as do, from the first
 * on, share the room between their tight and their full widths. The others keep theirs; scrolling sideways leads to them.
 */
export function fitColumns(columns: readonly Fitted[], room: number): Fit {
  const last = columns.findLastIndex(({ tight }) => tight !== undefined);
  const least = ({ width, tight }: Fitted): number => Math.min(width, tight ?? width);
  const sum = (kept: readonly Fitted[], widthOf: (column: Fitted) => number): number =>
    kept.reduce((total, column) => total + widthOf(column), 0);
  let kept = columns.slice(0, last + 1);
  if (sum(kept, ({ width }) => width) <= room) return new Map();
  while (kept.length > 0 && sum(kept, least) > room) kept = kept.slice(0, -1);
  const needed = sum(kept, least);
  const share = (room - needed) / Math.max(1, sum(kept, ({ width }) => width) - needed);
  const giving = kept.filter((column) => least(column) < column.width);
  return new Map(
    giving.map((column) => [
      column.key,
      Math.floor(least(column) + (column.width - least(column)) * Math.min(1, share)),
    ]),
  );
}

/** Of a text that runs on, so much is worth to be seen: a part of its width, or pixels. */
const SEEN = { part: 0.6, most: 160 };

/**
 * Widths at which no column is seen by half where those in sight end: the first that does not fit whole takes what is left, if a
 * text can do with that, else those before it share it. Sideways scrolling leads to the others.
 */
export function withoutHalves(columns: readonly Fitted[], widths: Fit, room: number): Fit {
  const widthOf = ({ key, width }: Fitted): number => widths.get(key) ?? width;
  let left = room;
  const at = columns.findIndex((column) => {
    const fits = widthOf(column) <= left;
    if (fits) left -= widthOf(column);
    return !fits;
  });
  const half = columns[at];
  if (at < 1 || !half || left <= 0) return widths;
  if (!half.whole && !half.isChosen && left >= Math.min(SEEN.most, SEEN.part * widthOf(half))) {
    return new Map([...widths, [half.key, left]]);
  }
  const before = columns.slice(0, at).filter(({ isChosen }) => !isChosen);
  const texts = before.filter(({ whole }) => !whole);
  const taking = texts.length > 0 ? texts : before;
  const sum = taking.reduce((total, column) => total + widthOf(column), 0);
  return new Map([
    ...widths,
    ...taking.map((column) => [column.key, Math.floor(widthOf(column) * (1 + left / sum))] as const),
  ]);
}

/**
 * Which of these columns, given in their order, stay when the table is scrolled sideways: the identity, and of the
 * pinned ones as many, from the first on, as take with it at most half of `room` pixels. Any other pin does nothing
 * until there is room: its column keeps its place and scrolls away with the rest.
 */
export function stuckColumns(columns: readonly Fitted[], pinned: readonly string[], room: number): string[] {
  const stuck: string[] = [];
  let used = 0;
  for (const { key, width } of columns) {
    used += width;
    if (stuck.length > 0 && (!pinned.includes(key) || used > room / 2)) break;
    stuck.push(key);
  }
  return stuck;
}
