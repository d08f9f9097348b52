import type { QueryClient } from '@tanstack/react-query';
import { loadDictionaries } from '../dictionary-store.ts';

/** A change concerns all consoles at once; they must not all ask at once. */
const SPREAD_MS = 1_500;
/** While the stream is away it says again and again that something may have been missed. */
const RESYNC_AFTER_MS = 60_000;

let loadedAt = Number.NEGATIVE_INFINITY;
let waiting: Promise<void> | undefined;
let loading: Promise<void> = Promise.resolve();

/** Fetches the words anew, at once for all that is heard meanwhile; `isSure`: they have changed, not only may have. */
export function followChange(queries: QueryClient, isSure: boolean): Promise<void> {
  if (!isSure && performance.now() - loadedAt < RESYNC_AFTER_MS) return loading;
  waiting ??= wait(SPREAD_MS * Math.random()).then(() => {
    waiting = undefined;
    // an answer that is on its way may be older than the change
    loading = loading.then(() => load(queries));
    return loading;
  });
  return waiting;
}

async function load(queries: QueryClient): Promise<void> {
  loadedAt = performance.now();
  try {
    await loadDictionaries();
    await queries.invalidateQueries({ queryKey: ['dictionaries'] });
  } catch {
    // the words stay as they were known
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
