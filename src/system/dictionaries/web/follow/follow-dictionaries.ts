import type { QueryClient } from '@tanstack/react-query';
import { onLive, onLiveResync } from '#platform/live/web/live.ts';
import { DICTIONARIES_CHANGED } from '../../contract/live.ts';
import { loadDictionaries } from '../dictionary-store.ts';

/** While the stream is away it says so again and again; the words are not asked for each time. */
const RESYNC_AFTER_MS = 60_000;

/** Words that somebody changed are on every open screen without a reload. */
export function followDictionaries(queries: QueryClient): void {
  let loadedAt = performance.now();
  let loading: Promise<unknown> = Promise.resolve();
  const load = async (): Promise<void> => {
    loadedAt = performance.now();
    await loadDictionaries();
    await queries.invalidateQueries({ queryKey: ['dictionaries'] });
  };
  // one after another: an answer that is on its way may be older than the change
  const ask = (): void => {
    loading = loading.then(load).catch(() => undefined);
  };
  onLive(DICTIONARIES_CHANGED, ask);
  onLiveResync(() => {
    if (performance.now() - loadedAt > RESYNC_AFTER_MS) ask();
  });
}
