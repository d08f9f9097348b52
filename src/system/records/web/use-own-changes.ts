import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordList } from '#ui/record-list/use-record-list.ts';

/** Asks the list again after the reader's own change; what comes and goes by it is shown at once, for he waits for it. */
export function useOwnChanges(
  kind: RecordKind,
  list: Pick<RecordList<object>, 'fresh' | 'gone' | 'showFresh'>,
): () => Promise<void> {
  const queryClient = useQueryClient();
  const isOwn = useRef(false);
  const { fresh, gone, showFresh } = list;
  useEffect(() => {
    if ((fresh === 0 && gone.size === 0) || !isOwn.current) return;
    isOwn.current = false;
    showFresh();
  }, [fresh, gone, showFresh]);
  return async () => {
    isOwn.current = true;
    await queryClient.invalidateQueries({ queryKey: [kind.namespace] });
  };
}
