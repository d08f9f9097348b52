import { type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { sortedPlace } from './sorted-place.ts';
import './sortable.css';

/**
 * The line of a list or table around a handle follows the pointer from one place to the next, and everything shows the new order at
 * once. Escape brings it back to where it was. Each line has a key of its own.
 */
export function useDrag(onMove: (from: number, to: number) => void): (event: PointerEvent) => void {
  const latest = useRef(onMove);
  // not later: the next move of the pointer may come before
  useLayoutEffect(() => {
    latest.current = onMove;
  });
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  return (event) => {
    const line = event.currentTarget.closest('li, tr');
    const list = line?.parentElement;
    if (event.button !== 0 || !line || !list) return;
    event.preventDefault();
    const done = new AbortController();
    const { signal } = done;
    const linesNow = () => [...list.children];
    const from = linesNow().indexOf(line);
    const go = (to: number) => {
      // where it is by now: the owner may have moved it less far
      const place = linesNow().indexOf(line);
      if (to === place) return;
      latest.current(place, to);
      line.toggleAttribute('data-dragged', true);
      list.toggleAttribute('data-dragging', true);
      requestAnimationFrame(() => line.scrollIntoView({ block: 'nearest' }));
    };
    end.current = () => {
      done.abort();
      line.toggleAttribute('data-dragged', false);
      list.toggleAttribute('data-dragging', false);
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
