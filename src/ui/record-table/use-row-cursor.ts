import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

export interface RowCursorOptions {
  ids: readonly string[];
  scroller: RefObject<HTMLElement | null>;
  /** Brings a row on screen that virtual scrolling may not have drawn. */
  reveal: (index: number) => void;
  onEnter?: ((id: string) => void) | undefined;
  onSpace?: ((id: string) => void) | undefined;
  onSelect?: ((id: string, extend: boolean) => void) | undefined;
  /** Called when J or K moves the cursor; the open side panel follows it. */
  onMoved?: ((id: string) => void) | undefined;
}

const INTERACTIVE = 'a, button, input, select, textarea, label, [role=menu]';

export function isInteractive(target: EventTarget | null, within: Element): boolean {
  const found = target instanceof Element ? target.closest(INTERACTIVE) : null;
  return found !== null && within.contains(found);
}

/** The row cursor of ux-guide 3: J, K and arrows move, Enter opens, Space shows the panel, X selects, Shift extends. */
export function useRowCursor({ ids, scroller, reveal, onEnter, onSpace, onSelect, onMoved }: RowCursorOptions) {
  const [cursor, setCursor] = useState<string>();
  const at = cursor === undefined ? -1 : ids.indexOf(cursor);

  const focusRow = (index: number) => {
    const id = ids[index];
    if (id === undefined) return false;
    setCursor(id);
    reveal(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus({ preventScroll: false }),
    );
    return true;
  };
  const move = (by: number, extend = false) => {
    const next = Math.max(0, Math.min(ids.length - 1, at + by));
    const id = ids[next];
    if (id === undefined) return false;
    focusRow(next);
    if (extend) onSelect?.(id, true);
    onMoved?.(id);
    return true;
  };
  const act = (handler: ((id: string) => void) | undefined) => {
    if (!handler || cursor === undefined || at < 0) return false;
    handler(cursor);
    return true;
  };

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => act(onSelect && ((id) => onSelect(id, false))),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const onControl = isInteractive(event.target, event.currentTarget);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / 40) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -ids.length,
      End: ids.length,
    };
    const step = steps[event.key];
    if (step !== undefined && !(event.target instanceof HTMLSelectElement) && move(step, event.shiftKey)) {
      event.preventDefault();
    } else if (!onControl && event.key === 'Enter' && act(onEnter)) event.preventDefault();
    else if (!onControl && event.key === ' ' && act(onSpace)) event.preventDefault();
  };

  return { cursor: at < 0 ? ids[0] : cursor, setCursor, focusRow, onKeyDown };
}
