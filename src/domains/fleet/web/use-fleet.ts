import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FIRST_ON_BOARD, fleetEndpoints } from '#domains/fleet/contract/endpoints.ts';
import { robotsAt } from '#domains/fleet/rules/map-spots.ts';
import { watchEveryMs } from '#domains/robots/web/pieces/index.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';

/** Below `robots`, so that changes of robots refresh them too. */
export const fleetKeys = { board: ['robots', 'board'], map: ['robots', 'map'] } as const;
const EVERY_MS = 5_000;

interface WatchedBoard {
  /** Stops the data, not the clock. */
  paused?: boolean;
  spotId?: string | undefined;
  /** How many of the worst robots are shown. */
  most?: number;
}

/** The live grid, of one spot or all; what was shown stays while more of the same is asked for. */
export function useBoard({ paused = false, spotId, most = FIRST_ON_BOARD }: WatchedBoard = {}) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: [...fleetKeys.board, spotId ?? '', most],
    queryFn: ({ signal }) => call(fleetEndpoints.monitorBoard, { spotId, most }, { signal, notices: 'none' }),
    placeholderData: (before, query) => (query?.queryKey[2] === (spotId ?? '') ? before : undefined),
    enabled: !paused,
    refetchInterval: 30_000,
  });
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'robot' || kind === 'order',
    refresh: () => askAgain(queryClient, fleetKeys.board),
    everyMs: watchEveryMs(query.data?.counts.total),
    paused,
  });
  return query;
}

/** All spots with their numbers; what changes is asked for every few seconds at most. */
export function useSpotMap(paused: boolean) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: fleetKeys.map,
    queryFn: ({ signal }) => call(fleetEndpoints.spotMap, {}, { signal, notices: 'none' }),
    enabled: !paused,
    refetchInterval: 60_000,
  });
  const robots = query.data?.spots.reduce((sum, spot) => sum + robotsAt(spot), 0);
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'robot' || kind === 'spot',
    refresh: () => askAgain(queryClient, fleetKeys.map),
    everyMs: Math.max(EVERY_MS, watchEveryMs(robots)),
    paused,
  });
  return query;
}
