import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { refundEndpoints } from '../contract/endpoints.ts';

/** What shows orders and their refunds: the keys of a slice begin with its name, as those of record lists do. */
export const ORDERS_KEY = ['orders'] as const;

/** Refund and answer: each refreshes what shows the order, whatever the answer was. */
function useRefundChange<E extends typeof refundEndpoints.refund | typeof refundEndpoints.answerRefund>(endpoint: E) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ request, idempotencyKey }: { request: RequestInput<E>; idempotencyKey: string }) =>
      call(endpoint as typeof refundEndpoints.refund, request as never, { idempotencyKey }),
    // A refusal does not wait for the queries: its form would claim it too late, and it would be shown twice.
    onSettled: (_answer, refusal) => {
      const asked = queryClient.invalidateQueries({ queryKey: ORDERS_KEY });
      return refusal ? undefined : asked;
    },
  });
}

export const useRefundOrder = () => useRefundChange(refundEndpoints.refund);
export const useAnswerRefund = () => useRefundChange(refundEndpoints.answerRefund);
