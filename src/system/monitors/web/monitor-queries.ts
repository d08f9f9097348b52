import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CallOptions, call } from '#platform/http/web/call.ts';
import { monitorEndpoints } from '../contract/endpoints.ts';
import type { OfServer, Readings } from '../contract/monitor.ts';
import { READING_EVERY_MS } from '../contract/periods.ts';
import { POINT_MS, type Point, placesUntil, pointsOf, withNewer } from '../rules/points.ts';
import { useWatched } from './watched.ts';

const READINGS_KEY = ['monitors', 'readings'];

/** Figures of every server; what is had already is not asked for again. */
export function useReadings() {
  const { isPaused } = useWatched();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: READINGS_KEY,
    queryFn: async ({ signal }): Promise<Readings> => {
      const had = queryClient.getQueryData<Readings>(READINGS_KEY)?.readings ?? [];
      const newest = had.at(-1)?.at;
      // a server's words may become readable a little later than those of another
      const since = newest === undefined ? undefined : new Date(Date.parse(newest) - POINT_MS).toISOString();
      const came = await call(monitorEndpoints.readings, since ? { since } : {}, { signal, notices: 'none' });
      return { ...came, readings: withNewer(had, came.readings, Date.parse(came.now)) };
    },
    enabled: !isPaused,
    refetchInterval: READING_EVERY_MS,
  });
}

export interface Series {
  /** Oldest first; undefined where nothing was said. */
  readonly points: readonly (Point | undefined)[];
  /** When each begins, in epoch milliseconds. */
  readonly places: readonly number[];
  /** The newest that something was said of. */
  readonly newest: Point | undefined;
}

/** The chosen server's ten minutes. */
export function useSeries({ now, readings }: Readings): Series {
  const { serverId } = useWatched();
  return useMemo(() => {
    const at = Date.parse(now);
    const points = pointsOf(readings, at, serverId);
    // the server that spoke last in a place may be the only one yet
    const newest = points.slice(0, -1).findLast((point) => point !== undefined) ?? points.at(-1);
    return { points, places: placesUntil(at), newest };
  }, [now, readings, serverId]);
}

/** Asked again and again for the chosen server; what was there stays while another one is asked. */
function useOfServer<Answer>(name: string, ask: (request: OfServer, options: CallOptions) => Promise<Answer>) {
  const { serverId, isPaused } = useWatched();
  return useQuery({
    queryKey: ['monitors', name, serverId ?? ''],
    queryFn: ({ signal }) => ask(serverId ? { serverId } : {}, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !isPaused,
    refetchInterval: READING_EVERY_MS,
  });
}

export const useRequests = () =>
  useOfServer('requests', (request, options) => call(monitorEndpoints.requests, request, options));
export const useRoutes = () =>
  useOfServer('routes', (request, options) => call(monitorEndpoints.routes, request, options));
export const useDatabase = () =>
  useOfServer('database', (request, options) => call(monitorEndpoints.database, request, options));
