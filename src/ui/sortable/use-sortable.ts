import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrag } from './use-drag.ts';

export interface SortableOptions {
  count: number;
  /** An item in words. */
  nameOf: (place: number) => string;
  onMove: (from: number, to: number) => void;
}

export interface Sortable {
  readonly count: number;
  nameOf(place: number): string;
  move(from: number, to: number): void;
  drag(event: PointerEvent): void;
  /** For the live region: what was done last. */
  readonly said: string;
  say(text: string): void;
}

/** A list, or the rows of a table, that their reader puts in order: by dragging, by Alt with the arrow keys, and by the menu of each `SortHandle`. */
export function useSortable({ count, nameOf, onMove }: SortableOptions): Sortable {
  const { t } = useTranslation('ui');
  const [said, say] = useState('');
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return;
    onMove(from, to);
    say(t('sort.moved', { name: nameOf(from), place: to + 1, count }));
  };
  const drag = useDrag(move);
  return { count, nameOf, move, drag, said, say };
}
