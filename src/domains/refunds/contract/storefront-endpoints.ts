import { endpoint } from '#platform/http/contract/endpoint.ts';
import { CustomerRefund } from './refund-record.ts';
import { RequestRefundRequest, WithdrawRefundRequest } from './refund-request.ts';

const storefront = { auth: 'storefront', permission: null } as const;

/** What a customer can say about a refund through a kiosk, an app or a mini-program (practice 3.2). */
export const storefrontRefundEndpoints = {
  requestRefund: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/orders/:orderNo/refundRequests',
    request: RequestRefundRequest,
    response: CustomerRefund,
    summary: 'Asks for money back; staff agrees or refuses',
  }),
  withdrawRefund: endpoint({
    ...storefront,
    method: 'DELETE',
    path: '/storefront/v1/orders/:orderNo/refundRequests/:refundId',
    request: WithdrawRefundRequest,
    response: CustomerRefund,
    summary: 'Withdraws a refund request that nobody has answered',
  }),
};
