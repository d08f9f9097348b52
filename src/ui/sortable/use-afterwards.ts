import { useEffect, useRef } from 'react';

/** Runs a step, such as putting the focus somewhere, once what was changed is on screen. */
export function useAfterwards(): (step: () => void) => void {
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    waiting.current?.();
    waiting.current = undefined;
  });
  return (step) => {
    waiting.current = step;
  };
}

/** After an item went: the focus goes to the same button of the one that took its place, or to the last one, or elsewhere. */
export function focusInPlace(buttons: Iterable<HTMLElement> = [], place: number, elsewhere: HTMLElement | null): void {
  const all = [...buttons];
  (all[place] ?? all.at(-1) ?? elsewhere)?.focus();
}
