import { create } from 'zustand';
import { readStored, writeStored } from '#platform/storage/web/stored.ts';

export type Density = 'compact' | 'default' | 'comfortable';
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 32, default: 40, comfortable: 56 };

/** What the reader made of a table: order and choice of columns, widths, height of rows. */
export interface TableLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
}

interface Columns {
  readonly key: string;
  readonly hidden?: boolean | undefined;
}

/** A screen of 900 px shows 18 rows (ux-guide 1.3): low windows begin with compact rows. */
const LOW_WINDOW = 1000;

export function initialLayout(columns: readonly Columns[]): TableLayout {
  return {
    order: columns.map((column) => column.key),
    hidden: columns.filter((column) => column.hidden).map((column) => column.key),
    widths: {},
    density: globalThis.innerHeight < LOW_WINDOW ? 'compact' : 'default',
  };
}

/** A kept layout met by newer columns: unknown ones are dropped, new ones come where they are declared. */
export function reconcile(kept: TableLayout, columns: readonly Columns[]): TableLayout {
  const declared = columns.map((column) => column.key);
  const order = kept.order.filter((key) => declared.includes(key));
  for (const [at, key] of declared.entries()) {
    if (!order.includes(key)) order.splice(at, 0, key);
  }
  const isNew = (key: string): boolean => !kept.order.includes(key);
  return {
    ...kept,
    order,
    hidden: columns
      .filter((column) => (isNew(column.key) ? column.hidden : kept.hidden.includes(column.key)))
      .map((column) => column.key),
  };
}

export function movedColumn(layout: TableLayout, key: string, by: 1 | -1): TableLayout {
  const at = layout.order.indexOf(key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= layout.order.length) return layout;
  const order = [...layout.order];
  order.splice(at, 1);
  order.splice(to, 0, key);
  return { ...layout, order };
}

const useLayouts = create<Record<string, TableLayout>>(() => ({}));
const storedAs = (id: string): string => `table:${id}`;

export interface TableLayoutHandle {
  readonly layout: TableLayout;
  change(next: TableLayout): void;
  reset(): void;
}

/** The layout of one table, remembered in this browser until it can be saved with a view. */
export function useTableLayout(id: string, columns: readonly Columns[]): TableLayoutHandle {
  const kept = useLayouts((layouts) => layouts[id]);
  const layout = kept ?? firstLayout(id, columns);
  return {
    layout,
    change(next) {
      useLayouts.setState({ [id]: next });
      writeStored(storedAs(id), next);
    },
    reset() {
      const next = initialLayout(columns);
      useLayouts.setState({ [id]: next });
      writeStored(storedAs(id), undefined);
    },
  };
}

const firstSeen = new Map<string, { columns: readonly Columns[]; layout: TableLayout }>();

function firstLayout(id: string, columns: readonly Columns[]): TableLayout {
  const seen = firstSeen.get(id);
  if (seen?.columns === columns) return seen.layout;
  const stored = readStored<TableLayout>(storedAs(id));
  const layout = stored ? reconcile(stored, columns) : initialLayout(columns);
  firstSeen.set(id, { columns, layout });
  return layout;
}
