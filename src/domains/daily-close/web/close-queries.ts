import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { dailyCloses } from '../contract/closes.ts';
import { dailyCloseEndpoints } from '../contract/endpoints.ts';

export const dayKey = (day: string) => ['daily-close', 'day', day];
const LOOK_AGAIN_MS = 3_000;

/** One day, as it is being matched and mended. */
export function useDay(day: string) {
  const query = useQuery({
    queryKey: dayKey(day),
    queryFn: ({ signal }) => call(dailyCloseEndpoints.show, { day }, { signal, notices: 'none' }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? LOOK_AGAIN_MS : false),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === dailyCloses.name && (!query.data || message.id === query.data.id),
    refresh: () => query.refetch(),
  });
  return query;
}
