import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { sortedPlace } from './sorted-place.ts';
import './sortable.css';

/**
 * A line of a list follows the pointer from one place to the next, and everything shows the new order at once. Escape brings it
 * back to where it was. The list's children are its lines, each with a key of its own.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): (event: PointerEvent, from: number) => void {
  const latest = useRef(onMove);
  // not later: the next move of the pointer may come before
  useLayoutEffect(() => {
    latest.current = onMove;
  });
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  return (event, from) => {
    const line = list.current?.children[from];
    if (event.button !== 0 || !list.current || !line) return;
    event.preventDefault();
    const done = new AbortController();
    const { signal } = done;
    const linesNow = () => [...(list.current?.children ?? [])];
    const go = (to: number) => {
      // where it is by now: the owner may have moved it less far
      const place = linesNow().indexOf(line);
      if (to === place) return;
      latest.current(place, to);
      line.toggleAttribute('data-dragged', true);
      list.current?.toggleAttribute('data-dragging', true);
      requestAnimationFrame(() => line.scrollIntoView({ block: 'nearest' }));
    };
    end.current = () => {
      done.abort();
      line.toggleAttribute('data-dragged', false);
      list.current?.toggleAttribute('data-dragging', false);
    };
    const moved = ({ clientY }: { clientY: number }) => {
      if (!line.isConnected) return end.current?.();
      const lines = linesNow();
      const places = lines.map((one) => one.getBoundingClientRect());
      go(sortedPlace(places, lines.indexOf(line), clientY));
    };
    // a dialog around would close
    const escaped = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      go(from);
      end.current?.();
    };
    // of the document: the line itself is taken out and put in again
    document.addEventListener('pointermove', moved, { signal });
    document.addEventListener('keydown', escaped, { signal, capture: true });
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, () => end.current?.(), { signal });
  };
}
