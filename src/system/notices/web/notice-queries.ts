import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { noticeEndpoints } from '../contract/endpoints.ts';

const KEY = ['notices'] as const;
const PAGE_SIZE = 20;

/** For the bell: asked once, then whenever the stream says that something is new, read or settled. */
export function useUnreadCount(): number {
  const queries = useQueryClient();
  useLiveRefresh({
    concerns: (message) => message.kind === 'notice',
    refresh: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const { data } = useQuery({
    queryKey: [...KEY, 'unread'],
    queryFn: ({ signal }) => call(noticeEndpoints.unread, {}, { signal, notices: 'none' }),
    staleTime: 60_000,
  });
  return data?.count ?? 0;
}

export function useNotices(unreadOnly: boolean) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'page', unreadOnly],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        noticeEndpoints.page,
        { pageNo: pageParam, pageSize: PAGE_SIZE, ...(unreadOnly ? { unread: true } : {}) },
        { signal, notices: 'none' },
      ),
    getNextPageParam: (last) => (last.current < last.pages ? last.current + 1 : undefined),
  });
}

export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call(noticeEndpoints.read, { ids }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useMarkAllRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (until: string) => call(noticeEndpoints.readAll, { until }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
