import { type PointerEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrag } from './use-drag.ts';

export interface SortableOptions {
  /** Its children are the items, each with a key of its own. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** An item in words. */
  nameOf: (place: number) => string;
  onMove: (from: number, to: number) => void;
}

export interface Sortable {
  readonly count: number;
  nameOf(place: number): string;
  move(from: number, to: number): void;
  drag(event: PointerEvent, place: number): void;
  /** For the live region: what was done last. */
  readonly said: string;
  say(text: string): void;
}

/** A list that its reader puts in order: by dragging, by Alt with the arrow keys, and by the menu of each `SortHandle`. */
export function useSortable({ list, count, nameOf, onMove }: SortableOptions): Sortable {
  const { t } = useTranslation('ui');
  const [said, say] = useState('');
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return;
    onMove(from, to);
    say(t('sort.moved', { name: nameOf(from), place: to + 1, count }));
  };
  const drag = useDrag(list, move);
  return { count, nameOf, move, drag, said, say };
}
