import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { refundEndpoints } from '../contract/endpoints.ts';
import type { ListedRefund } from '../contract/refund-list.ts';
import type { RefundSummary } from '../contract/refund-record.ts';

/** What shows orders and their refunds: the keys of a slice begin with its name, as those of record lists do. */
export const ORDERS_KEY = ['orders'] as const;

/** The list of applications has a name of its own. */
const LIST_KEY = ['refund-list'] as const;

/** What people read of an application before they answer it. */
export type AskedRefund = Pick<
  RefundSummary,
  'id' | 'orderNo' | 'amountMinor' | 'currency' | 'reason' | 'requestedByName'
> &
  /** Of who asked at the machine; the list alone knows it. */
  Partial<Pick<ListedRefund, 'wish' | 'photo'>>;

export const refreshRefunds = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([ORDERS_KEY, LIST_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** What was sent to the robot for an order, newest first; asked for where it matters. */
export const useOrderCommands = (orderNo: string, enabled: boolean) =>
  useQuery({
    queryKey: [...ORDERS_KEY, 'one', orderNo, 'commands'],
    queryFn: ({ signal }) => call(orderEndpoints.commands, { orderNo }, { signal, notices: 'none' }),
    enabled,
  });

/** Refund and answer: each refreshes what shows the order, whatever the answer was. */
function useRefundChange<E extends typeof refundEndpoints.refund | typeof refundEndpoints.answerRefund>(endpoint: E) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ request, idempotencyKey }: { request: RequestInput<E>; idempotencyKey: string }) =>
      call(endpoint as typeof refundEndpoints.refund, request as never, { idempotencyKey }),
    // A refusal does not wait for the queries: its form would claim it too late, and it would be shown twice.
    onSettled: (_answer, refusal) => {
      const asked = refreshRefunds(queryClient);
      return refusal ? undefined : asked;
    },
  });
}

export const useRefundOrder = () => useRefundChange(refundEndpoints.refund);
export const useAnswerRefund = () => useRefundChange(refundEndpoints.answerRefund);
