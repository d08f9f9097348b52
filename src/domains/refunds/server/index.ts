import type { ServerSlice } from '#platform/http/server/slice.ts';
import { refundProblems } from '../contract/problems.ts';
import { refundRoutes } from './routes.ts';
import { noteFailedReturn, settleRefund } from './settle-refund.ts';

export const refunds: ServerSlice = {
  name: 'refunds',
  about: 'Money of orders that goes back: applications, their answers, and what the payment provider says.',
  documentedWith: 'orders',
  routes: refundRoutes,
  problems: refundProblems,
  subscriptions: [settleRefund, noteFailedReturn],
};
