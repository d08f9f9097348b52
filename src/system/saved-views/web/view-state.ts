import { type ListShape, type ListState, readListState } from '#ui/record-list/list-state.ts';
import { writeWhere } from '#ui/record-list/where-text.ts';
import type { TableLayout } from '#ui/record-table/table-layout.ts';
import type { ViewLayout, ViewState } from '../contract/saved-view.ts';

const NARROWEST = 24;
const WIDEST = 2000;

/** What of a list's state a view keeps: neither the page nor the open panel. */
export function viewStateOf({ values, view, sort, where }: ListState): ViewState {
  return {
    values: { ...values },
    ...(view === undefined ? {} : { view }),
    ...(sort === undefined ? {} : { sort }),
    ...(where === undefined ? {} : { where }),
  };
}

/**
 * What a saved view narrows its list by and the list does not know any more: filters by name, `view` for its tab, `where` for its
 * advanced query. Without them it shows more rows than it was made for.
 */
export function lostOf({ values, view, where }: ViewState, shape: ListShape): readonly string[] {
  const asked = { ...values, ...(view && { view }), ...(where && { where: writeWhere(where) }) };
  const { dropped } = readListState(new URLSearchParams(asked), shape);
  return [...dropped, ...Object.keys(values).filter((name) => !(name in shape.filters))];
}

/** The columns as a view keeps them: widths in whole pixels. */
export function viewLayoutOf({ order, hidden, pinned, widths, density }: TableLayout): ViewLayout {
  return {
    order: [...order],
    hidden: [...hidden],
    ...(pinned.length > 0 ? { pinned: [...pinned] } : {}),
    widths: Object.fromEntries(
      Object.entries(widths).map(([key, width]) => [key, Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)))]),
    ),
    density,
  };
}

/** Whether two states ask for the same rows in the same order. */
export function isSameState(one: ViewState, other: ViewState): boolean {
  return (
    written([sorted(one.values), one.view, one.sort, one.where]) ===
    written([sorted(other.values), other.view, other.sort, other.where])
  );
}

/** Whether two layouts look the same: the order in which columns were hidden or pinned does not matter. */
export function isSameLayout(one: ViewLayout, other: ViewLayout): boolean {
  const told = ({ order, hidden, pinned = [], widths, density }: ViewLayout): string =>
    written([order, hidden.toSorted(), pinned.toSorted(), sorted(widths), density]);
  return told(one) === told(other);
}

const sorted = (record: Readonly<Record<string, unknown>>): unknown =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
const written = (parts: readonly unknown[]): string => JSON.stringify(parts.map((part) => part ?? null));
