import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { HistoryFields, HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { readHistory } from '#platform/history/server/read-history.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findWholeOrder } from './order-detail-store.ts';

/** What staff did to an order by hand; what robots and customers did stands in its timeline. */
const FIELDS: HistoryFields = {
  'order:change': ['status', 'step'],
  'order:gift': ['giftNo'],
  'order:refund': ['amountMinor'],
  'order:refund-at-provider': ['amountMinor'],
  'order:refund-agree': ['amountMinor'],
  'order:refund-refuse': ['amountMinor'],
};

/** Who may see the order may see what was changed. */
export function orderHistory(context: RequestContext, request: HistoryRequest): Promise<HistoryPage> {
  return context.read(async (db) => {
    const order = (await findWholeOrder(db, context, request.id)) ?? raise('order.not-found');
    return readHistory(db, { ...request, id: order.row.orderNo }, { kind: 'order', fields: FIELDS });
  });
}
