import { useSyncExternalStore } from 'react';

/** Platform.md 9: below these widths the console is handled as tablet or mobile, and as mobile. */
export const NARROW = '(max-width: 1087.98px)';
export const PHONE = '(max-width: 767.98px)';

export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
