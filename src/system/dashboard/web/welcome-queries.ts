import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';

const REFRESH_EVERY_MS = 2_000;
/** Days end and hours begin without any news. */
const POLL_EVERY_MS = 60_000;

export const todayKey = ['orders', 'today'];
export const latestKey = ['orders', 'latest'];

/** Today's figures; while orders move they are at most two seconds old. */
export function useToday(paused: boolean) {
  useOrderNews(todayKey, paused);
  return useQuery({
    queryKey: todayKey,
    queryFn: ({ signal }) => call(orderEndpoints.statistics, {}, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

export function useLatestOrders(paused: boolean) {
  useOrderNews(latestKey, paused);
  return useQuery({
    queryKey: latestKey,
    queryFn: ({ signal }) => call(orderEndpoints.page, { pageSize: 8 }, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

function useOrderNews(queryKey: readonly string[], paused: boolean): void {
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'order',
    refresh: () => askAgain(queryClient, queryKey),
    everyMs: REFRESH_EVERY_MS,
    paused,
  });
}
