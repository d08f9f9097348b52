import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RecordList } from './use-record-list.ts';

/** When the reader added a record on a page of its own: the list that he comes back to shows it at once. */
const added = new Map<string, number>();
export const noteAdded = (namespace: string): void => void added.set(namespace, performance.now());
/** Whatever arrives later than this is somebody else's. */
const SOON_MS = 30_000;

/** Asks the list again after the reader's own change; what comes and goes by it is shown at once, for he waits for it. */
export function useOwnChanges(
  list: Pick<RecordList<object>, 'namespace' | 'fresh' | 'gone' | 'showFresh'>,
): () => Promise<void> {
  const queryClient = useQueryClient();
  const changedAt = useRef(-SOON_MS);
  const latest = useRef(list);
  const { namespace, fresh, gone, showFresh } = list;
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    // a change that brings nothing must not leave the list ready for what others do
    const isExpected = performance.now() - Math.max(changedAt.current, added.get(namespace) ?? -SOON_MS) < SOON_MS;
    if ((fresh === 0 && gone.size === 0) || !isExpected) return;
    changedAt.current = -SOON_MS;
    added.delete(namespace);
    showFresh();
  }, [fresh, gone, showFresh, namespace]);
  return async () => {
    changedAt.current = performance.now();
    await queryClient.invalidateQueries({ queryKey: [namespace] });
    // the stream may have been faster than the answer to the save: then nothing new came by asking, and the row waits already
    if (latest.current.fresh === 0 && latest.current.gone.size === 0) return;
    changedAt.current = -SOON_MS;
    latest.current.showFresh();
  };
}
