import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordList } from '#ui/record-list/use-record-list.ts';

/** Kinds to which the reader has added a record on a page of its own, so that the list that he comes back to shows it. */
const added = new Set<string>();
export const noteAdded = (kind: RecordKind): void => void added.add(kind.namespace);

/** Asks the list again after the reader's own change; what comes and goes by it is shown at once, for he waits for it. */
export function useOwnChanges(
  kind: RecordKind,
  list: Pick<RecordList<object>, 'fresh' | 'gone' | 'showFresh'>,
): () => Promise<void> {
  const queryClient = useQueryClient();
  const isOwn = useRef(false);
  const { fresh, gone, showFresh } = list;
  const { namespace } = kind;
  // a list that is opened anew has asked for all there is
  useEffect(() => void added.delete(namespace), [namespace]);
  useEffect(() => {
    const isExpected = isOwn.current || added.has(namespace);
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
