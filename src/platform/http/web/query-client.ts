import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** A tab that is opened again after lunch still shows what it showed, and asks anew meanwhile. */
const KEPT_MS = 1_800_000;
/** Answers without an observer. Ten open tabs ask for some forty; a list of 200 rows is a fifth of a megabyte. */
const MOST_KEPT = 60;

/** Answers that this page keeps; another session or tenant is another page, which begins without any. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Whether there is a network is tried, not believed; a change never waits unseen for a better day.
      networkMode: 'always',
      staleTime: 5_000,
      gcTime: KEPT_MS,
      refetchOnWindowFocus: false,
      // A refusal does not become an answer by asking again.
      retry: (count, error) => count < 2 && error instanceof CallError && error.status >= 500,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Drops the oldest answers without an observer, so that a day of opened records does not fill the memory. */
export function keepFew(client: QueryClient, most = MOST_KEPT): () => void {
  const cache = client.getQueryCache();
  return cache.subscribe(({ type }) => {
    if (type !== 'added' || cache.getAll().length <= most) return;
    const unseen = cache
      .getAll()
      .filter((query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle' && query.state.data)
      .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
    for (const query of unseen.slice(0, Math.max(0, unseen.length - most))) cache.remove(query);
  });
}

keepFew(queryClient);
