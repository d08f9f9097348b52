import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { REFUND_LIST } from '../contract/addresses.ts';
import { refundProblems } from '../contract/problems.ts';
import { refundList } from '../contract/refund-list.ts';
import { bookAtProvider } from './book-at-provider.ts';
import { servedRefunds } from './refund-list.ts';
import { refundRoutes } from './routes.ts';
import { noteFailedReturn, resumeAfterDispute, settleRefund } from './settle-refund.ts';

export const refunds: ServerSlice = sliceOf(
  {
    name: 'refunds',
    about: 'Money of orders that goes back: applications, their answers, and what the payment provider says.',
    documentedWith: 'orders',
    routes: refundRoutes,
    problems: refundProblems,
    subscriptions: [settleRefund, noteFailedReturn, bookAtProvider, resumeAfterDispute],
    menu: [
      {
        ...{ page: 'refunds/list', kind: refundList, under: 'orders', path: REFUND_LIST, needs: 'order:view' },
        ...{ icon: 'payment', sort: 23 },
      },
    ],
  },
  servedRefunds,
);

export { openRequest } from './request-refund.ts';
