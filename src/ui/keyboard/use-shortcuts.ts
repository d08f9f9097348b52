import { useLayoutEffect, useRef } from 'react';
import { isAnyPopoverOpen } from '../placement/popover.tsx';

/** Keys by `event.key`; `mod+s` is Ctrl or Command with S. Answer `false` to let the browser have the key. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

const WRITES = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Is the user writing, or composing Chinese? Then single keys belong to the text (ux-guide 10). */
function isWriting(event: KeyboardEvent): boolean {
  return event.isComposing || (event.target instanceof Element && event.target.closest(WRITES) !== null);
}

let areSingleKeysOn = true;

/** Shortcuts of one letter can be turned off (WCAG 2.1.4); those with Ctrl or Command stay. Tooltips read the attribute. */
export function allowSingleKeys(allowed: boolean): void {
  areSingleKeysOn = allowed;
  document.documentElement.toggleAttribute('data-no-letter-keys', !allowed);
}

/**
 * Shortcuts of the page that is shown. They rest while a dialog or a menu is open, while the user writes (except with
 * Ctrl or Command), and in hidden tabs, whose effects React has taken down.
 */
export function useShortcuts(shortcuts: Shortcuts, enabled = true): void {
  const latest = useRef(shortcuts);
  // before what they are for is seen: a key may come right behind it
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    if (!enabled) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && (isWriting(event) || isAnyPopoverOpen())) return;
      if (!mod && event.key.length === 1 && !areSingleKeysOn) return;
      if (document.querySelector('dialog:modal')) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const act = latest.current[mod ? `mod+${key}` : key];
      if (act && act(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [enabled]);
}
