import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { robotEndpoints } from '../contract/endpoints.ts';

export const robotKeys = {
  all: ['robots'] as const,
  one: (imei: string) => ['robots', 'one', imei] as const,
  monitor: ['robots', 'monitor'] as const,
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

/** The live grid, of one spot or all; `paused` stops the data, not the clock. */
export function useMonitor({ paused = false, spotId }: { paused?: boolean; spotId?: string | undefined } = {}) {
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'robot' || kind === 'command',
    refresh: () => askAgain(queryClient, robotKeys.monitor),
    paused,
  });
  return useQuery({
    queryKey: spotId === undefined ? robotKeys.monitor : [...robotKeys.monitor, spotId],
    queryFn: ({ signal }) => call(robotEndpoints.monitor, { spotId }, { signal, notices: 'none' }),
    enabled: !paused,
    refetchInterval: 30_000,
  });
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
