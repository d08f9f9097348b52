import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { announcementEndpoints, type MyAnnouncementsRequest } from '../contract/endpoints.ts';
import { ANNOUNCED } from '../contract/live.ts';

/** Of all that is asked for the reader himself. */
export const MINE = ['my-announcements'] as const;
const PAGE_SIZE = 20;

/** What the reader's own queries answer is old as soon as the stream says that something is new, read, or gone. */
export function useFreshAnnouncements(): void {
  const queries = useQueryClient();
  useLiveRefresh({
    concerns: (message) => message.kind === ANNOUNCED,
    refresh: () => queries.invalidateQueries({ queryKey: MINE }),
  });
}

export type MyFilters = Partial<Pick<MyAnnouncementsRequest, 'titile' | 'msgCategory' | 'readFlag'>>;

export function useMyAnnouncements(filters: MyFilters) {
  return useInfiniteQuery({
    queryKey: [...MINE, 'page', filters],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        announcementEndpoints.mine,
        { pageNo: pageParam, pageSize: PAGE_SIZE, ...filters },
        { signal, notices: 'none' },
      ),
    getNextPageParam: (last) => (last.current < last.pages ? last.current + 1 : undefined),
    placeholderData: (before) => before,
  });
}

export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (anntId: string) => call(announcementEndpoints.markRead, { anntId }, { notices: 'none' }),
    onSettled: () => queries.invalidateQueries({ queryKey: MINE }),
  });
}

export function useMarkAllRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(announcementEndpoints.markAllRead, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: MINE }),
  });
}
