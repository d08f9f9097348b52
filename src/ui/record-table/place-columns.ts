/** Of a data column, in pixels. */
export const NARROWEST = 56;
export const WIDEST = 800;

export interface PlacedColumn {
  readonly key: string;
  readonly width: number;
  /** The edge that it stays at when the table is scrolled sideways. */
  readonly pin: 'start' | 'end' | undefined;
  /** Pixels between that edge and the column. */
  readonly offset: number;
}

interface Sized {
  readonly key: string;
  readonly width: number;
}

/**
 * The columns of a table from edge to edge: what stays at the start, what scrolls between, what stays at the end. A column of data
 * is as wide as it wants within bounds; those of the table itself (`before`, `after`) keep their widths.
 */
export function placeColumns({
  before,
  columns,
  stuck,
  after,
}: {
  readonly before: readonly Sized[];
  readonly columns: readonly Sized[];
  readonly stuck: readonly string[];
  readonly after: readonly Sized[];
}): readonly PlacedColumn[] {
  const data = columns.map(({ key, width }) => ({ key, width: bounded(width) }));
  const isStuck = ({ key }: Sized): boolean => stuck.includes(key);
  return [
    ...fromEdge('start', [...before, ...data.filter(isStuck)]),
    ...data.filter((column) => !isStuck(column)).map((column) => ({ ...column, pin: undefined, offset: 0 })),
    ...fromEdge('end', after.toReversed()).toReversed(),
  ];
}

export const bounded = (width: number): number => Math.min(WIDEST, Math.max(NARROWEST, width));

function fromEdge(pin: 'start' | 'end', columns: readonly Sized[]): PlacedColumn[] {
  let offset = 0;
  return columns.map((column) => {
    const placed = { ...column, pin, offset };
    offset += column.width;
    return placed;
  });
}

/** Together, those of one edge or all. */
export const widthOf = (columns: readonly PlacedColumn[], pin?: 'start' | 'end'): number =>
  columns.reduce((sum, column) => sum + (pin === undefined || column.pin === pin ? column.width : 0), 0);
