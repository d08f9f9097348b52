import type { ReactNode } from 'react';
import { SortHandle, SortStatus } from './sort-handle.tsx';
import { useSortable } from './use-sortable.ts';

export interface SortableListProps<Item> {
  /** Spoken name. */
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** An item in words. */
  nameOf: (item: Item) => string;
  /** Keep `movedPlaces(items.length, from, to)`, or send it. */
  onMove: (from: number, to: number) => void;
  disabled?: boolean;
  children: (item: Item) => ReactNode;
}

/** Items that their reader puts in order. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, idOf, nameOf, onMove, disabled, children } = props;
  const sortable = useSortable({
    count: items.length,
    nameOf: (place) => {
      const item = items[place];
      return item === undefined ? '' : nameOf(item);
    },
    onMove,
  });
  return (
    <>
      <ol className="sortable-list" aria-label={label}>
        {items.map((item, place) => (
          <li key={idOf(item)}>
            <SortHandle sortable={sortable} place={place} disabled={disabled} />
            {children(item)}
          </li>
        ))}
      </ol>
      <SortStatus sortable={sortable} />
    </>
  );
}
