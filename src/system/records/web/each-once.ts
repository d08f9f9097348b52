interface Level<Row> {
  readonly parent: string;
  readonly rows: readonly Row[];
  readonly readAt: number;
}

/**
 * Levels by the record above them, each row in the one that was read last: of a record that was moved one level knows before the other.
 */
export function eachOnce<Row extends { readonly id: string }>(
  levels: readonly Level<Row>[],
): ReadonlyMap<string, readonly Row[]> {
  const places = new Map(
    levels
      .toSorted((one, other) => one.readAt - other.readAt)
      .flatMap(({ parent, rows }) => rows.map(({ id }) => [id, parent] as const)),
  );
  return new Map(levels.map(({ parent, rows }) => [parent, rows.filter(({ id }) => places.get(id) === parent)]));
}
