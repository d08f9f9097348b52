import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderFigureName } from '#domains/orders/contract/order-figures.ts';
import { useFigureFields } from '#domains/orders/web/figures/index.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { DayRange } from '#ui/time/zoned.ts';
import type { Metric } from './period.ts';

/** While orders move, the figures of today are at most two seconds old, those of longer periods thirty. */
const TODAY_MS = 2_000;
const PERIOD_MS = 30_000;
/** Days end and hours begin without a live update. */
const POLL_EVERY_MS = 60_000;

export const todayKey = ['orders', 'today'];
export const latestKey = ['orders', 'latest'];
/** The tile of robots and those that wait for a hand are one question. */
export const ROBOTS_SHOWN = { most: 6 } as const;

/** Today's figures with those of yesterday. */
export function useToday(paused: boolean) {
  useOrderNews(todayKey, paused, TODAY_MS);
  return useQuery({
    queryKey: todayKey,
    queryFn: ({ signal }) => call(insightEndpoints.statistics, {}, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

export function useLatestOrders(paused: boolean, spotId?: string) {
  const queryKey = spotId ? [...latestKey, spotId] : latestKey;
  useOrderNews(queryKey, paused, TODAY_MS);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(orderEndpoints.page, { pageSize: 8, ...(spotId ? { spotId } : {}) }, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

/** A figure of any day, asked with the fields of the list that it opens. */
export function useOrderFigure(name: OrderFigureName, paused: boolean) {
  const request = useFigureFields(name);
  const queryKey = ['orders', 'figure', name, request];
  useOrderNews(queryKey, paused, TODAY_MS);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(orderEndpoints.totals, request, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

/** A period of the tenant's days and the one before it, as a series. */
export function usePeriod({ from, to }: DayRange, paused: boolean) {
  const queryKey = ['orders', 'period', from, to];
  useOrderNews(queryKey, paused, PERIOD_MS);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(insightEndpoints.statistics, { fromDay: from, toDay: to }, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

/** The largest of a period by one dimension. */
export function useRanking(by: OrderDimension, { from, to }: DayRange, measure: Metric, paused: boolean) {
  const queryKey = ['orders', 'ranking', by, from, to, measure];
  useOrderNews(queryKey, paused, PERIOD_MS);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(insightEndpoints.breakdown, { fromDay: from, toDay: to, by, measure, top: 6 }, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

function useOrderNews(queryKey: readonly unknown[], paused: boolean, everyMs: number): void {
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'order',
    refresh: () => askAgain(queryClient, queryKey),
    everyMs,
    paused,
  });
}
