/** Where a popover hangs: an element, a box, or a point (a right-click). */
export type Anchor =
  | Element
  | { readonly x: number; readonly y: number; readonly width?: number; readonly height?: number };
export type Align = 'start' | 'end' | 'centre';
export type Side = 'below' | 'above' | 'aside';

const GAP = 4;
const EDGE = 8;

/**
 * Puts a fixed popover beside its anchor, flipped to the side with room and kept inside the window. Anchor positioning of
 * CSS would do the same, but is missing in browsers that operators still use.
 */
export function placePopover(popover: HTMLElement, anchor: Anchor, side: Side = 'below', align: Align = 'start'): void {
  const from =
    anchor instanceof Element
      ? anchor.getBoundingClientRect()
      : new DOMRect(anchor.x, anchor.y, anchor.width, anchor.height);
  // for lists that are as wide as their field
  popover.style.setProperty('--anchor-inline-size', `${from.width}px`);
  popover.style.maxBlockSize = `${innerHeight - 2 * EDGE}px`;
  const { width, height } = popover.getBoundingClientRect();
  const isRtl = getComputedStyle(popover).direction === 'rtl';
  const alignsLeft = (align === 'start') !== isRtl;

  let left = alignsLeft ? from.left : from.right - width;
  if (align === 'centre') left = from.left + (from.width - width) / 2;
  let top = from.bottom + GAP;
  if (side === 'aside') {
    left = from.right + GAP + width > innerWidth - EDGE ? from.left - GAP - width : from.right + GAP;
    top = from.top;
  } else {
    const fitsBelow = top + height <= innerHeight - EDGE;
    const fitsAbove = from.top - GAP - height >= EDGE;
    if (side === 'above' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove) top = from.top - GAP - height;
  }
  popover.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  popover.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`;
}
