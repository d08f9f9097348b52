import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const listeners = new Set<() => void>();
let isPrinting = false;

/** All at once, and before the browser takes its picture. */
function publish(now: boolean): void {
  if (now === isPrinting) return;
  isPrinting = now;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

addEventListener('beforeprint', () => publish(true));
addEventListener('afterprint', () => publish(false));
// a picture taken by a script comes as a change of media alone
matchMedia('print').addEventListener('change', ({ matches }) => publish(matches));

/** Is the page on its way to paper? */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isPrinting,
  );
}
