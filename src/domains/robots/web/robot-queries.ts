import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { robotEndpoints } from '../contract/endpoints.ts';
import { watchEveryMs } from './watch-every.ts';

interface Watched {
  /** Stops the data, not the clock. */
  paused?: boolean;
  spotId?: string | undefined;
  /** How many of the worst robots are shown beside the counts. */
  most: number;
}

export const robotKeys = {
  all: ['robots'] as const,
  one: (imei: string) => ['robots', 'one', imei] as const,
  monitor: ['robots', 'monitor'] as const,
  monitorOf: (shown: Omit<Watched, 'paused'>) => ['robots', 'monitor', shown] as const,
};

/** One robot with everything around it; asked again when the stream speaks of it. */
export function useRobot(imei: string) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: robotKeys.one(imei),
    queryFn: ({ signal }) => call(robotEndpoints.one, { imei }, { signal, notices: 'none' }),
  });
  // A live update names the robot by its id, whatever it is about: the robot itself, or a command to it.
  const id = query.data?.id;
  useLiveRefresh({
    concerns: (message) => id !== undefined && (message.id === id || message['robotId'] === id),
    refresh: () => askAgain(queryClient, robotKeys.one(imei)),
  });
  return query;
}

/** How the fleet is, of one spot or all. */
export function useMonitor({ paused = false, spotId, most }: Watched) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: robotKeys.monitorOf({ spotId, most }),
    queryFn: ({ signal }) => call(robotEndpoints.monitor, { spotId, most }, { signal, notices: 'none' }),
    enabled: !paused,
    refetchInterval: 30_000,
  });
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'robot' || kind === 'command',
    refresh: () => askAgain(queryClient, robotKeys.monitor),
    everyMs: watchEveryMs(query.data?.counts.total),
    paused,
  });
  return query;
}

/** A change of robots: refreshes whatever shows them, whatever the answer was. */
export function useRobotChange<E extends Endpoint>(endpoint: E) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      request,
      idempotencyKey,
    }: {
      request: RequestInput<E>;
      idempotencyKey?: string | undefined;
    }): Promise<ResponseOf<E>> => call(endpoint, request, idempotencyKey === undefined ? {} : { idempotencyKey }),
    // A refusal does not wait for the queries: its form would claim it too late, and it would be shown twice.
    onSettled: (_answer, refusal) => {
      const asked = queryClient.invalidateQueries({ queryKey: robotKeys.all });
      return refusal ? undefined : asked;
    },
  });
}
