import { endpoint } from '#platform/http/contract/endpoint.ts';
import { refundCalls } from './calls.ts';
import { AnswerRefundRequest, RefundSummary } from './refund-record.ts';
import { RefundOrderRequest } from './refund-request.ts';

/** Calls of the console about refunds of coffee orders (domain 7). */
export const refundEndpoints = {
  refund: endpoint({
    ...refundCalls.refund,
    request: RefundOrderRequest,
    response: RefundSummary,
    summary: 'Refunds an order wholly or partly; the money moves after the answer',
  }),
  answerRefund: endpoint({
    method: 'POST',
    path: '/coffeeorder/api/answerRefund',
    permission: 'order:refund',
    request: AnswerRefundRequest,
    response: RefundSummary,
    summary: "Agrees to or refuses a customer's refund request",
  }),
};
