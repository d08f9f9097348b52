/** A row as it is drawn: how deep, which of its siblings, below which row, whether it is open. */
export interface TreeLine<Row> {
  readonly row: Row;
  readonly id: string;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
  /** Undefined where nothing is below it. */
  readonly isOpen: boolean | undefined;
}

export interface TreeShape<Row> {
  idOf: (row: Row) => string;
  /** The rows below one, as far as they are known. */
  childrenOf: (row: Row) => readonly Row[] | undefined;
  /** Is anything below it that is not known yet? */
  hasMore: (row: Row) => boolean;
}

/** The rows in sight, top to bottom. */
export function treeLines<Row>(
  rows: readonly Row[],
  shape: TreeShape<Row>,
  open: ReadonlySet<string>,
  level = 1,
  parent?: string,
): TreeLine<Row>[] {
  return rows.flatMap((row, at) => {
    const id = shape.idOf(row);
    const children = shape.childrenOf(row) ?? [];
    const isOpen = children.length > 0 || shape.hasMore(row) ? open.has(id) : undefined;
    const line = { row, id, level, position: at + 1, siblings: rows.length, parent, isOpen };
    return isOpen ? [line, ...treeLines(children, shape, open, level + 1, id)] : [line];
  });
}

/** What a key does on a row (ARIA Authoring Practices, treegrid): another row gets the focus, or this one opens or closes. */
export type TreeStep = { readonly go: number } | { readonly open: boolean } | undefined;

export function treeStep<Row>(lines: readonly TreeLine<Row>[], at: number, key: string): TreeStep {
  const line = lines[at];
  if (!line) return undefined;
  switch (key) {
    case 'ArrowDown':
      return { go: Math.min(lines.length - 1, at + 1) };
    case 'ArrowUp':
      return { go: Math.max(0, at - 1) };
    case 'Home':
      return { go: 0 };
    case 'End':
      return { go: lines.length - 1 };
    case 'ArrowRight':
      if (line.isOpen === false) return { open: true };
      return line.isOpen && lines[at + 1]?.parent === line.id ? { go: at + 1 } : undefined;
    case 'ArrowLeft': {
      if (line.isOpen) return { open: false };
      const parent = lines.findIndex(({ id }) => id === line.parent);
      return parent < 0 ? undefined : { go: parent };
    }
    default:
      return undefined;
  }
}
