/** Platform.md 5: a dictionary search waits 800 ms. */
export const SEARCH_DELAY_MS = 800;

export type Search<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>;

/** What became of a question that no newer one took the place of. */
export interface SearchEvents<Found> {
  found(found: readonly Found[]): void;
  failed(): void;
}

/**
 * Asks after the delay and answers how to give up, which a newer text does first: a late answer never replaces a newer one,
 * and of many letters only the last state is asked for. Without a delay it asks in the next turn.
 */
export function searchLater<Found>(
  text: string,
  search: Search<Found>,
  delayMs: number,
  events: SearchEvents<Found>,
): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    search(text.trim(), stop.signal).then(
      (found) => !stop.signal.aborted && events.found(found),
      () => !stop.signal.aborted && events.failed(),
    );
  }, delayMs);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
