import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { orderEndpoints } from '../contract/endpoints.ts';

/** Everything of this slice begins with its name, as the record lists' keys do. */
export const orderKeys = {
  all: ['orders'] as const,
  one: (orderNo: string) => ['orders', 'one', orderNo] as const,
};

/** The order with what belongs to it; asked again whenever the stream says that it has changed. */
export function useOrder(orderNo: string) {
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: (message) => message.id === orderNo || message['orderNo'] === orderNo,
    refresh: () => askAgain(queryClient, orderKeys.one(orderNo)),
  });
  return useQuery({
    queryKey: [...orderKeys.one(orderNo), 'detail'],
    queryFn: ({ signal }) => call(orderEndpoints.detail, { orderNo }, { signal, notices: 'none' }),
  });
}

export function useOrderPayments(orderNo: string) {
  return useQuery({
    queryKey: [...orderKeys.one(orderNo), 'payments'],
    queryFn: ({ signal }) => call(orderEndpoints.payments, { orderNo }, { signal, notices: 'none' }),
  });
}

export function useOrderCommands(orderNo: string) {
  return useQuery({
    queryKey: [...orderKeys.one(orderNo), 'commands'],
    queryFn: ({ signal }) => call(orderEndpoints.commands, { orderNo }, { signal, notices: 'none' }),
  });
}

/** Refreshes what shows the order, whatever the answer was. */
export function useChangeOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestInput<typeof orderEndpoints.change>) => call(orderEndpoints.change, request),
    // A refusal does not wait for what is asked again.
    onSettled: (_answer, refusal) => {
      const asked = queryClient.invalidateQueries({ queryKey: orderKeys.all });
      return refusal ? undefined : asked;
    },
  });
}
