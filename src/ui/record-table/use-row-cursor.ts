import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { KEYS, MOVING_KEYS } from '../keyboard/keys.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

export interface RowCursorOptions {
  ids: readonly string[];
  /** Height of a row in pixels, by the table's density. */
  rowHeight: number;
  /** The row whose panel is open: however the panel came to it, the keys go on from there. */
  openId: string | undefined;
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
export function useRowCursor(options: RowCursorOptions) {
  const { ids, rowHeight, openId, scroller, reveal, onEnter, onSpace, onSelect, onMoved } = options;
  const [cursor, setCursor] = useState(openId);
  const [seenOpenId, setSeenOpenId] = useState(openId);
  if (openId !== seenOpenId) {
    setSeenOpenId(openId);
    if (openId !== undefined) setCursor(openId);
  }
  const wasOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another record is opened, not when rows change
  useEffect(() => {
    const hadPanel = wasOpen.current;
    wasOpen.current = openId !== undefined;
    const index = openId === undefined ? -1 : ids.indexOf(openId);
    if (index < 0) return;
    bringIntoView(scroller.current, index, reveal);
    // A focus inside a row moves along; a panel that has just opened has the focus, and keeps it.
    if (hadPanel && document.activeElement?.closest('tr') && scroller.current?.contains(document.activeElement))
      focusWhenDrawn(scroller.current, index);
  }, [openId]);
  const at = cursor === undefined ? -1 : ids.indexOf(cursor);

  const focusRow = (index: number) => {
    const id = ids[index];
    if (id === undefined) return false;
    setCursor(id);
    if (!lineAt(scroller.current, index)) reveal(index);
    focusWhenDrawn(scroller.current, index);
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
    [KEYS.down]: () => move(1),
    [KEYS.up]: () => move(-1),
    [KEYS.select]: () => act(onSelect && ((id) => onSelect(id, false))),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const onControl = isInteractive(event.target, event.currentTarget);
    const page = Math.max(1, Math.floor(bodyHeight(scroller.current) / rowHeight) - 1);
    const steps: Record<string, number> = {
      [MOVING_KEYS.down]: 1,
      [MOVING_KEYS.up]: -1,
      [MOVING_KEYS.pageDown]: page,
      [MOVING_KEYS.pageUp]: -page,
      [MOVING_KEYS.first]: -ids.length,
      [MOVING_KEYS.last]: ids.length,
    };
    const step = steps[event.key];
    if (step !== undefined && !(event.target instanceof HTMLSelectElement) && move(step, event.shiftKey)) {
      event.preventDefault();
    } else if (!onControl && event.key === KEYS.open && act(onEnter)) event.preventDefault();
    else if (!onControl && event.key === KEYS.panel && act(onSpace)) event.preventDefault();
  };

  return { cursor: at < 0 ? ids[0] : cursor, setCursor, focusRow, onKeyDown };
}

const lineAt = (scroller: HTMLElement | null, index: number) =>
  scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);

/** Frames in which a far row of a virtual table is drawn after it was scrolled to. */
const TRIES = 6;

/** A row that is there has the keys at once: the next key may already be for it. */
function focusWhenDrawn(scroller: HTMLElement | null, index: number, tries = TRIES): void {
  const line = lineAt(scroller, index);
  if (line) line.focus({ preventScroll: false });
  else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(scroller, index, tries - 1));
}

function bringIntoView(scroller: HTMLElement | null, index: number, reveal: (index: number) => void): void {
  const line = lineAt(scroller, index);
  if (line) line.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  else reveal(index);
}

/** What of the box shows rows: all but the sticky header. */
function bodyHeight(scroller: HTMLElement | null): number {
  return (scroller?.clientHeight ?? 0) - (scroller?.querySelector('thead')?.clientHeight ?? 0);
}
