import { type Route, route } from '#platform/http/server/route.ts';
import { refundEndpoints } from '../contract/endpoints.ts';
import { storefrontRefundEndpoints } from '../contract/storefront-endpoints.ts';
import { answerRefund } from './answer-refund.ts';
import { refundOrder } from './refund-order.ts';
import { requestRefund, withdrawRefund } from './request-refund.ts';

export const refundRoutes: readonly Route[] = [
  route(refundEndpoints.refund, refundOrder),
  route(refundEndpoints.answerRefund, answerRefund),
  route(storefrontRefundEndpoints.requestRefund, requestRefund),
  route(storefrontRefundEndpoints.withdrawRefund, withdrawRefund),
];
