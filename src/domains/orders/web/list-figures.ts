import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderView } from '#domains/orders/contract/order-figures.ts';
import type { OrderTotals } from '#domains/orders/contract/order-totals.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { orderEndpoints } from '../contract/endpoints.ts';

/** Figures beside a list may be this much older than its rows. */
const EVERY_MS = 5_000;

type Asked = Readonly<Record<string, unknown>>;

/** How many orders each tab shows with the list's filters; none while they are not known. */
export function useOrderViewCounts(request: Asked): Partial<Record<OrderView, number>> {
  const { filter: _, failed: __, ...filters } = filtersOf(request);
  const queryKey = ['orders', 'view-counts', filters];
  useOrderNews(queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(orderEndpoints.viewCounts, filters as RequestInput<typeof orderEndpoints.viewCounts>, {
        signal,
        notices: 'none',
      }),
    placeholderData: keepPreviousData,
  });
  return Object.fromEntries((data?.views ?? []).map(({ view, orders }) => [view, orders]));
}

/** What the orders of the list are together: asked with the list's own fields. */
export function useOrderTotals(request: Asked): OrderTotals | undefined {
  const filters = filtersOf(request);
  const queryKey = ['orders', 'totals', filters];
  useOrderNews(queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(orderEndpoints.totals, filters as RequestInput<typeof orderEndpoints.totals>, { signal, notices: 'none' }),
  }).data;
}

/** The list without its paging. */
function filtersOf({ pageNo: _, pageSize: __, column: ___, order: ____, ...filters }: Asked): Asked {
  return filters;
}

function useOrderNews(queryKey: readonly unknown[]): void {
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'order',
    refresh: () => askAgain(queryClient, queryKey),
    everyMs: EVERY_MS,
  });
}
