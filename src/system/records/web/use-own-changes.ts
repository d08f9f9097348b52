import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordList } from '#ui/record-list/use-record-list.ts';

/** When the reader added a record of a kind on a page of its own: the list that he comes back to shows it at once. */
const added = new Map<string, number>();
export const noteAdded = (kind: RecordKind): void => void added.set(kind.namespace, performance.now());
/** Whatever arrives later than this is somebody else's. */
const SOON_MS = 30_000;

/** Asks the list again after the reader's own change; what comes and goes by it is shown at once, for he waits for it. */
export function useOwnChanges(
  kind: RecordKind,
  list: Pick<RecordList<object>, 'fresh' | 'gone' | 'showFresh'>,
): () => Promise<void> {
  const queryClient = useQueryClient();
  const isOwn = useRef(false);
  const { fresh, gone, showFresh } = list;
  const { namespace } = kind;
  useEffect(() => {
    const isExpected = isOwn.current || performance.now() - (added.get(namespace) ?? -SOON_MS) < SOON_MS;
    if ((fresh === 0 && gone.size === 0) || !isExpected) return;
    isOwn.current = false;
    added.delete(namespace);
    showFresh();
  }, [fresh, gone, showFresh, namespace]);
  return async () => {
    isOwn.current = true;
    await queryClient.invalidateQueries({ queryKey: [kind.namespace] });
  };
}
