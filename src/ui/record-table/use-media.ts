import { useSyncExternalStore } from 'react';

interface Watched {
  readonly query: MediaQueryList;
  matches: boolean;
}

const known = new Map<string, Watched>();

/**
 * The state that its event reported last. Reading the query itself after a change and before its event suppresses the
 * event for all its listeners (Chromium), and half of the page would stay as it was.
 */
function watch(text: string): Watched {
  let watched = known.get(text);
  if (!watched) {
    const query = matchMedia(text);
    const made: Watched = { query, matches: query.matches };
    query.addEventListener('change', ({ matches }) => {
      made.matches = matches;
    });
    known.set(text, made);
    watched = made;
  }
  return watched;
}

function useMedia(text: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const { query } = watch(text);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => watch(text).matches,
  );
}

/** Under 1088 px the console is that of a tablet (platform.md 9). */
export function useIsTablet(): boolean {
  return useMedia('(max-width: 1087.98px)');
}

/** A finger and nothing finer: lists of the device itself, and no hover. */
export function useIsTouch(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)');
}

/** Under 768 px rows become cards and filters a sheet (platform.md 9). */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 767px)');
}
