import { useSyncExternalStore } from 'react';
import { HOME } from './addresses.ts';

// The mobile pages are three: the browser's own history is their router.
const listeners = new Set<() => void>();
const publish = (): void => {
  for (const listener of listeners) listener();
};
addEventListener('popstate', publish);

/** How many steps back stay inside these pages; kept by the browser with each entry. */
const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState({ depth: depth() }, '', address);
  else {
    history.pushState({ depth: depth() + 1 }, '', address);
    scrollTo(0, 0);
  }
  publish();
}

/** The way back follows the history; where there is none, home is (ux-guide 13). */
export function goBack(): void {
  if (depth() > 0) history.back();
  else go(HOME, { replace: true });
}

export function usePlace(): URL {
  const href = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    () => location.href,
  );
  return new URL(href);
}
