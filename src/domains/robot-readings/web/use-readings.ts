import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { type Period, readingsEndpoint } from '../contract/readings.ts';

const EVERY_MS = 60_000;

/** A robot over a period; asked again when the stream speaks of it, and each minute for what only goes on. */
export function useReadings(robotId: string, period: Period = 'day') {
  const queryClient = useQueryClient();
  // below the key of robots: what changes a robot asks for it again
  const queryKey = ['robots', 'readings', robotId, period];
  useLiveRefresh({
    concerns: (message) => message.id === robotId || message['robotId'] === robotId,
    refresh: () => askAgain(queryClient, queryKey),
  });
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readingsEndpoint, { robotId, period }, { signal, notices: 'none' }),
    refetchInterval: EVERY_MS,
  });
}
