/** What is on screen while fresh data keeps arriving: rows stay where they are (ux-guide 7). */
export interface HeldRows<Row> {
  readonly rows: readonly Row[];
  /** Rows that no longer match the filter: dimmed, not removed. */
  readonly gone: ReadonlySet<string>;
  /** How many rows wait behind "N new – show". */
  readonly fresh: number;
  /** Rows that had waited and were shown just now. */
  readonly arrived: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();
/** Fields of a live message that say what it is about, not what changed. */
const ADDRESS: ReadonlySet<string> = new Set(['id', 'kind']);

export function adoptRows<Row>(rows: readonly Row[]): HeldRows<Row> {
  return { rows, gone: NOTHING, fresh: 0, arrived: NOTHING };
}

/** The rows that waited come into sight: those that were not there are marked. */
export function showRows<Row>(
  shown: readonly Row[],
  answer: readonly Row[],
  idOf: (row: Row) => string,
): HeldRows<Row> {
  return { ...adoptRows(answer), arrived: new Set(answer.map(idOf)).difference(new Set(shown.map(idOf))) };
}

/**
 * Lays a fresh answer over the rows on screen: known rows take their new values in place, new ones are counted, missing
 * ones are dimmed. As many rows from the end as there are new ones were only pushed to the next page and stay bright.
 */
export function holdRows<Row>(
  shown: readonly Row[],
  answer: readonly Row[],
  idOf: (row: Row) => string,
): HeldRows<Row> {
  if (shown.length === 0) return adoptRows(answer);
  const answered = new Map(answer.map((row) => [idOf(row), row]));
  const known = new Set(shown.map(idOf));
  const fresh = answer.filter((row) => !known.has(idOf(row))).length;
  const gone = new Set<string>();
  for (const [at, row] of shown.entries()) {
    if (!answered.has(idOf(row)) && at < shown.length - fresh) gone.add(idOf(row));
  }
  return { rows: shown.map((row) => answered.get(idOf(row)) ?? row), gone, fresh, arrived: NOTHING };
}

/** Puts the changed fields of one record into its row; fields that the row does not have are left out. */
export function patchRow<Row extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): readonly Row[] {
  const at = rows.findIndex((row) => idOf(row) === id);
  const row = rows[at];
  if (!row) return rows;
  const known = Object.entries(fields).filter(
    ([name, value]) => !ADDRESS.has(name) && name in row && (row as Record<string, unknown>)[name] !== value,
  );
  return known.length === 0 ? rows : rows.with(at, { ...row, ...Object.fromEntries(known) });
}
