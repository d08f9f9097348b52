import { endpoint } from '#platform/http/contract/endpoint.ts';
import { RefundSummary } from './refund-record.ts';
import { RequestRefundRequest, WithdrawRefundRequest } from './refund-request.ts';

const storefront = { auth: 'storefront', permission: null } as const;

/** What a customer can say about a refund through a kiosk, an app or a mini-program (practice 3.2). */
export const storefrontRefundEndpoints = {
  requestRefund: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/orders/:orderNo/refundRequests',
    request: RequestRefundRequest,
    response: RefundSummary,
    summary: 'Asks for money back; staff agrees or refuses',
  }),
  withdrawRefund: endpoint({
    ...storefront,
    method: 'DELETE',
    path: '/storefront/v1/orders/:orderNo/refundRequests/:refundId',
    request: WithdrawRefundRequest,
    response: RefundSummary,
    summary: 'Withdraws a refund request that nobody has answered',
  }),
};
