import { useEffect, useRef, useState } from 'react';
import { SEARCH_DELAY_MS, type Search, searchLater } from './later-search.ts';

export { SEARCH_DELAY_MS, type Search } from './later-search.ts';

export interface SearchState<Found> {
  /** Undefined until the first answer; the last answer while the next one is awaited. */
  readonly found: readonly Found[] | undefined;
  readonly isAsking: boolean;
  readonly failed: boolean;
}

/**
 * Asks at once for the first text and after the delay for each later one; a newer text cancels the older question, so a late
 * answer never replaces a newer one. Nothing is asked while `text` is undefined.
 */
export function useDebouncedSearch<Found>(
  text: string | undefined,
  search: Search<Found>,
  delayMs: number = SEARCH_DELAY_MS,
): SearchState<Found> {
  const [state, setState] = useState<SearchState<Found>>({ found: undefined, isAsking: false, failed: false });
  const isFirst = useRef(true);
  useEffect(() => {
    if (text === undefined) {
      isFirst.current = true;
      return;
    }
    setState((now) => ({ ...now, isAsking: true, failed: false }));
    const asking: Search<Found> = (words, signal) => {
      isFirst.current = false;
      return search(words, signal);
    };
    return searchLater(text, asking, isFirst.current ? 0 : delayMs, {
      found: (found) => setState({ found, isAsking: false, failed: false }),
      failed: () => setState((now) => ({ ...now, isAsking: false, failed: true })),
    });
  }, [text, search, delayMs]);
  return state;
}
