import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { TypedEarly } from '../date-waiting.tsx';

/** What was pressed before the segments were there is pressed again, one key after the other, and the focus stays in the field. */
export function useEarlyKeys(box: RefObject<HTMLElement | null>, early: TypedEarly | undefined): void {
  useEffect(() => {
    if (!early?.hadFocus) return;
    const { text } = early;
    early.text = '';
    early.hadFocus = false;
    // React may only be made to draw outside of its own work
    const timer = setTimeout(() => {
      box.current?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
      for (const key of text) press(box.current, key);
    });
    return () => clearTimeout(timer);
  }, [box, early]);
}

function press(box: HTMLElement | null, key: string): void {
  const target = document.activeElement;
  if (!target || !box?.contains(target)) return;
  const how = { bubbles: true, cancelable: true };
  flushSync(() => {
    const isOurs = !target.dispatchEvent(new KeyboardEvent('keydown', { key, ...how }));
    if (!isOurs) target.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', data: key, ...how }));
  });
}
