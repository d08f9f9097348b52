import { useSyncExternalStore } from 'react';

const queries = new Map<string, MediaQueryList>();

function queryFor(text: string): MediaQueryList {
  let query = queries.get(text);
  if (!query) {
    query = matchMedia(text);
    queries.set(text, query);
  }
  return query;
}

function useMedia(text: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      queryFor(text).addEventListener('change', changed);
      return () => queryFor(text).removeEventListener('change', changed);
    },
    () => queryFor(text).matches,
  );
}

/** Under 1088 px the console is that of a tablet (platform.md 9). */
export function useIsTablet(): boolean {
  return useMedia('(max-width: 1087.98px)');
}

/** Under 768 px rows become cards and filters a sheet (platform.md 9). */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 767px)');
}
