import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import type { Selection } from '#ui/record-list/selection.tsx';
import { ORDERS_KEY } from './refund-queries.ts';
import { requestsAmong } from './requests-among.ts';

/** Answered in one go where all that match are selected: the dialog shows each of them. */
const AT_A_TIME = 100;

export interface OpenRequests {
  readonly orderNos: readonly string[];
  /** More than the numbers where too many match. */
  readonly total: number;
}

/** An application of the customer; whether somebody has answered it meanwhile says the order itself. */
export const isAskedBack = (order: Pick<OrderRow, 'refundStatus'>): boolean =>
  order.refundStatus === RefundStatus.requestedByCustomer;

/** Which of the selected orders have one; undefined until it is known. */
export function useOpenRequests(selection: Selection, rows: readonly OrderRow[]): OpenRequests | undefined {
  // only what was on a page could be selected, and the selection survives paging
  const seen = useRef(new Map<string, boolean>());
  for (const row of rows) seen.current.set(row.orderNo, isAskedBack(row));
  const asked = selection.kind === 'matching' ? requestsAmong(selection.request) : undefined;
  const { data } = useQuery({
    queryKey: [...ORDERS_KEY, 'open-requests', asked],
    enabled: asked !== undefined,
    queryFn: ({ signal }) =>
      call(orderEndpoints.page, { ...asked, pageSize: AT_A_TIME } as RequestInput<typeof orderEndpoints.page>, {
        signal,
        notices: 'none',
      }),
  });
  if (selection.kind === 'ids') {
    const orderNos = selection.ids.filter((orderNo) => seen.current.get(orderNo));
    return { orderNos, total: orderNos.length };
  }
  if (!asked) return { orderNos: [], total: 0 };
  return data && { orderNos: data.records.map(({ orderNo }) => orderNo), total: data.total };
}
