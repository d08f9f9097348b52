import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type Anchor, placePopover, type Side } from './place-popover.ts';
import './popover.css';

export interface PopoverProps extends Omit<ComponentProps<'div'>, 'popover'> {
  anchor: Anchor;
  side?: Side;
  align?: 'start' | 'end';
  onClose: () => void;
  children: ReactNode;
}

/** Where the focus of a small dialog starts, the first of these that is there. */
const FIRST = [
  '[data-focus-first]',
  'input:checked',
  'input:not([type=checkbox]):enabled',
  '[role=listbox]',
  'input:enabled',
  'button',
];

/** Open menus and popovers, the newest last; live data waits while there are any (ux-guide 7). */
const open: HTMLElement[] = [];
export const isAnyPopoverOpen = (): boolean => open.length > 0;

function firstIn(element: HTMLElement): HTMLElement {
  for (const kind of FIRST) {
    const found = element.querySelector<HTMLElement>(kind);
    if (found) return found;
  }
  return element;
}

function placeOf(anchor: PopoverProps['anchor']): { x: number; y: number } | undefined {
  return anchor instanceof Element ? anchor.getBoundingClientRect() : undefined;
}

function hasMoved(before: ReturnType<typeof placeOf>, now: ReturnType<typeof placeOf>): boolean {
  if (!before || !now) return true;
  return Math.abs(before.x - now.x) > 1 || Math.abs(before.y - now.y) > 1;
}

/**
 * A layer above everything, dialogs included, that closes on Escape, on a press outside, and when its anchor scrolls away.
 * Focus goes back to where it was, unless the press outside put it elsewhere.
 */
export function Popover({ anchor, side, align, onClose, className, children, ...rest }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    const before = document.activeElement;
    element.showPopover();
    placePopover(element, anchor, side, align);
    open.push(element);
    if (element.role === 'dialog') firstIn(element).focus({ preventScroll: true });
    const resized = new ResizeObserver(() => placePopover(element, anchor, side, align));
    resized.observe(element);
    const pressed = (event: Event) => {
      const target = event.target as Node;
      if (element.contains(target) || (anchor instanceof Element && anchor.contains(target))) return;
      close.current();
    };
    const opened = placeOf(anchor);
    const scrolled = (event: Event) => {
      if (
        anchor instanceof Element &&
        (event.target as Node).contains(anchor) &&
        !element.contains(event.target as Node) &&
        // the event of a scroll from before it opened comes late on a busy machine
        hasMoved(opened, placeOf(anchor))
      ) {
        close.current();
      }
    };
    // Tab out of it leaves it: nothing may lie over what has the focus.
    let isTabbed = false;
    const keyed = (event: KeyboardEvent) => {
      isTabbed = event.key === 'Tab';
    };
    const left = (event: FocusEvent) => {
      if (isTabbed && event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) close.current();
    };
    // Escape takes one layer: this one, also while the focus rests on what opened it.
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== element) return;
      if (element.contains(event.target as Node)) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    element.addEventListener('keydown', keyed);
    element.addEventListener('focusout', left);
    document.addEventListener('keydown', escaped, true);
    document.addEventListener('pointerdown', pressed, true);
    document.addEventListener('scroll', scrolled, true);
    return () => {
      open.splice(open.indexOf(element), 1);
      resized.disconnect();
      document.removeEventListener('keydown', escaped, true);
      document.removeEventListener('pointerdown', pressed, true);
      document.removeEventListener('scroll', scrolled, true);
      const hadFocus = element.contains(document.activeElement) || document.activeElement === document.body;
      if (element.isConnected) element.hidePopover();
      if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [anchor, side, align]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only Escape, for whatever role the owner gives
    <div
      tabIndex={-1}
      {...rest}
      ref={popover}
      popover="manual"
      className={`popover ${className ?? ''}`}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }
      }}
    >
      {children}
    </div>
  );
}
