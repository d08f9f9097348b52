import { useEffect, useRef, useState } from 'react';

/** Platform.md 5: a dictionary search waits 800 ms. */
export const SEARCH_DELAY_MS = 800;

export type Search<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>;

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
    const stop = new AbortController();
    setState((now) => ({ ...now, isAsking: true, failed: false }));
    const timer = setTimeout(
      () => {
        isFirst.current = false;
        search(text.trim(), stop.signal).then(
          (found) => {
            if (!stop.signal.aborted) setState({ found, isAsking: false, failed: false });
          },
          () => {
            if (!stop.signal.aborted) setState((now) => ({ ...now, isAsking: false, failed: true }));
          },
        );
      },
      isFirst.current ? 0 : delayMs,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, search, delayMs]);
  return state;
}
