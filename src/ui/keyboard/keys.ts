/**
 * The keys of lists, records and forms (ux-guide 3, 10) by `event.key`, once: what listens to them and the list of all
 * keys read them here.
 */
export const KEYS = {
  search: '/',
  filter: 'f',
  create: 'c',
  next: ']',
  previous: '[',
  save: 'mod+s',
  close: 'Escape',
  down: 'j',
  up: 'k',
  select: 'x',
  open: 'Enter',
  panel: ' ',
} as const;

/** Keys that move the cursor of a list whatever they are pressed on, and extend the selection with Shift. */
export const MOVING_KEYS = {
  down: 'ArrowDown',
  up: 'ArrowUp',
  pageDown: 'PageDown',
  pageUp: 'PageUp',
  first: 'Home',
  last: 'End',
} as const;
