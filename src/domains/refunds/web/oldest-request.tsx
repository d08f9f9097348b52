import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { REFUND_VIEWS, refundList } from '../contract/refund-list.ts';

/** Begins with the name of the list: whatever refreshes the list refreshes it. */
const KEY = ['refund-list', 'oldest'] as const;

/** How many applications wait for an answer, and since when the oldest one does; nothing where none waits. */
export function OldestRequest() {
  const { t } = useTranslation('refund-list');
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'order',
    refresh: () => askAgain(queryClient, KEY),
    everyMs: 5_000,
  });
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      call(
        refundList.endpoints.page,
        { ...REFUND_VIEWS.waiting, column: 'requestedAt', order: 'asc', pageSize: 1 } as never,
        { signal, notices: 'none' },
      ),
  });
  const oldest = data?.records[0];
  if (!data || !oldest) return null;
  return (
    <Tag tone="warning">
      {t('oldest', { count: data.total })} <Time at={oldest.requestedAt} lasting zone="never" />
    </Tag>
  );
}
