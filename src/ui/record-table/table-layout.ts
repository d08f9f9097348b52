import { useEffect } from 'react';
import { create } from 'zustand';
import { currentTenantId } from '#platform/http/web/credentials.ts';
import { readSession, writeSession } from '#platform/storage/web/session-stored.ts';
import { readStored, removeStored, writeStored } from '#platform/storage/web/stored.ts';

export type Density = 'compact' | 'default' | 'comfortable';
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 32, default: 40, comfortable: 56 };

/** What the reader made of a table: order, choice and pins of columns, widths, height of rows. */
export interface TableLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns that stand behind the identity and stay in sight with it. */
  readonly pinned: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
}

interface Columns {
  readonly key: string;
  readonly hidden?: boolean | undefined;
}

/** A screen of 900 px shows 18 rows (ux-guide 1.3): low windows begin with compact rows, but where fingers want 40 px. */
const LOW_WINDOW = 1000;

export function initialLayout(columns: readonly Columns[]): TableLayout {
  return {
    order: columns.map((column) => column.key),
    hidden: columns.filter((column) => column.hidden).map((column) => column.key),
    pinned: [],
    widths: {},
    density: globalThis.innerHeight < LOW_WINDOW && !matchMedia('(pointer: coarse)').matches ? 'compact' : 'default',
  };
}

/** As it was kept: without `pinned` where there are no pins. */
export type KeptLayout = Omit<TableLayout, 'pinned'> & { readonly pinned?: readonly string[] | undefined };

/** A kept layout met by newer columns: unknown ones are dropped, new ones come where they are declared. */
export function reconcile(kept: KeptLayout, columns: readonly Columns[]): TableLayout {
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
    pinned: kept.pinned?.filter((key) => order.includes(key)) ?? [],
  };
}

/** The column that says which record it is, always pinned: the first that is shown. */
export const identityOf = ({ order, hidden }: TableLayout): string | undefined =>
  order.find((key) => !hidden.includes(key));

/** The columns as they stand: the identity (and what is hidden before it), the pinned ones, the others. */
export function arranged(layout: TableLayout): readonly string[] {
  const { order, pinned } = layout;
  if (pinned.length === 0) return order;
  const rest = order.indexOf(identityOf(layout) ?? '') + 1;
  const isPinned = (key: string): boolean => pinned.includes(key);
  return [
    ...order.slice(0, rest),
    ...order.slice(rest).filter(isPinned),
    ...order.slice(rest).filter((key) => !isPinned(key)),
  ];
}

/**
 * The columns that a tab is about are shown, also those that wait to be picked elsewhere, and stand right behind the identity,
 * as long as the reader has not ordered any.
 */
export function ledBy(arrangement: TableLayout, columns: readonly Columns[], lead: readonly string[]): TableLayout {
  const isShown = (key: string): boolean =>
    columns.some((column) => column.key === key && column.hidden === true) && lead.includes(key);
  const layout = arrangement.hidden.some(isShown)
    ? { ...arrangement, hidden: arrangement.hidden.filter((key) => !isShown(key)) }
    : arrangement;
  const { order } = layout;
  const identity = identityOf(layout);
  const isOrdered = columns.some(({ key }, at) => key !== order[at]);
  if (isOrdered || identity === undefined || lead.length === 0) return layout;
  const isLed = (key: string): boolean => key !== identity && lead.includes(key);
  const rest = order.filter((key) => !isLed(key));
  rest.splice(rest.indexOf(identity) + 1, 0, ...lead.filter((key) => isLed(key) && order.includes(key)));
  return { ...layout, order: rest };
}

/** Pins a column behind those that are, or lets it go: then it comes first behind them. */
export function withPin(layout: TableLayout, key: string): TableLayout {
  const pinned = layout.pinned.includes(key) ? layout.pinned.filter((one) => one !== key) : [...layout.pinned, key];
  const order = arranged(layout).filter((one) => one !== key);
  const behind = order.findLastIndex((one) => one === identityOf(layout) || layout.pinned.includes(one));
  order.splice(behind + 1, 0, key);
  return { ...layout, order, pinned };
}

/** One place on; the same layout where there is none: at the ends, and between pinned columns and others. */
export function movedColumn(layout: TableLayout, key: string, by: 1 | -1): TableLayout {
  const order = [...arranged(layout)];
  const at = order.indexOf(key);
  const other = order[at + by];
  if (at < 0 || other === undefined) return layout;
  order[at] = other;
  order[at + by] = key;
  const identity = identityOf(layout);
  const [one, two] = [layout.pinned.includes(key), layout.pinned.includes(other)];
  // who takes the place of the identity leaves its own to it, pinned as it is
  if (identity !== undefined && (key === identity || other === identity)) {
    const isPinned = one || two;
    return { ...layout, order, pinned: isPinned ? [...new Set([...layout.pinned, identity])] : layout.pinned };
  }
  return one === two ? { ...layout, order } : layout;
}

/** To a place among the columns as they stand (`arranged`), as far as its side of the pins reaches. */
export function movedTo(layout: TableLayout, key: string, place: number): TableLayout {
  const at = arranged(layout).indexOf(key);
  const next = at < 0 || at === place ? layout : movedColumn(layout, key, place > at ? 1 : -1);
  return next === layout ? layout : movedTo(next, key, place);
}

interface Kept {
  readonly layout: TableLayout;
  /** The reader changed it since it was kept somewhere. */
  readonly isTouched: boolean;
}

/** Layouts in use, by table and, behind a `#`, the saved view that is shown in it; and which view each table shows. */
const useLayouts = create<{ kept: Record<string, Kept>; shown: Record<string, string | null> }>(() => ({
  kept: {},
  shown: {},
}));
const storedAs = (id: string): string => `table:${id}`;
/** For the first paint after a reload, before the server has sent its own. */
const cachedAs = (id: string): string => `columns:${currentTenantId()}:${id}`;

export interface TableLayoutHandle {
  readonly layout: TableLayout;
  readonly isTouched?: boolean;
  change(next: TableLayout, how?: { isTouched: boolean }): void;
  reset(): void;
}

/**
 * The layout of one table. A list says which saved view it shows, `null` for none: its columns are then kept by its owner
 * (system/saved-views). A table without views is remembered in this browser. Without `view` a list's table is only read. `begin` is
 * what a view begins with.
 */
export function useTableLayout(
  id: string,
  columns: readonly Columns[],
  view?: string | null,
  begin?: TableLayout,
): TableLayoutHandle {
  const shownView = useLayouts((state) => (view === undefined ? (state.shown[id] ?? null) : view));
  const key = shownView === null ? id : `${id}#${shownView}`;
  const kept = useLayouts((state) => state.kept[key]);
  const layout = kept?.layout ?? begin ?? firstLayout(id, columns);
  useEffect(() => {
    if (view !== undefined) useLayouts.setState(({ shown }) => ({ shown: { ...shown, [id]: view } }));
  }, [id, view]);
  const put = (next: TableLayout, isTouched: boolean) =>
    useLayouts.setState((state) => ({ kept: { ...state.kept, [key]: { layout: next, isTouched } } }));
  return {
    layout,
    isTouched: kept?.isTouched ?? false,
    change(next, how) {
      put(next, how?.isTouched ?? true);
      if (view === undefined) writeStored(storedAs(id), next);
      else if (view === null) writeSession(cachedAs(id), next);
    },
    reset() {
      put(initialLayout(columns), false);
      if (view === undefined) writeStored(storedAs(id), undefined);
      else if (view === null) writeSession(cachedAs(id), undefined);
    },
  };
}

/** Columns that this browser kept before the server did. */
export const browserLayout = (id: string): KeptLayout | undefined => readStored<KeptLayout>(storedAs(id));
export const clearBrowserLayout = (id: string): void => removeStored(storedAs(id));

const firstSeen = new Map<string, { columns: readonly Columns[]; layout: TableLayout }>();

function firstLayout(id: string, columns: readonly Columns[]): TableLayout {
  const seen = firstSeen.get(id);
  if (seen?.columns === columns) return seen.layout;
  const stored = (readSession(cachedAs(id)) as KeptLayout | null) ?? browserLayout(id);
  const layout = stored ? reconcile(stored, columns) : initialLayout(columns);
  firstSeen.set(id, { columns, layout });
  return layout;
}
