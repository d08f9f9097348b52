import { HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';

/** Beside the other calls, so that pages without a history do not carry it. */
export const orderHistoryEndpoint = endpoint({
  method: 'POST',
  path: '/coffeeorder/api/history',
  permission: 'order:view',
  effect: 'read',
  request: HistoryRequest,
  response: HistoryPage,
  summary:
    'What staff changed about an order by hand, newest first, with the values before and after; `id` is its number',
});
