import type { OrderPage, OrderPageRequest } from '#domains/orders/contract/order-query.ts';
import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { readSuperQuery } from '#platform/super-query/server/read-super-query.ts';
import { superCondition } from '#platform/super-query/server/super-condition.ts';
import { type CountBucket, countOrders } from './order-count-store.ts';
import { findOrderRows, type OrderListQuery, toListQuery } from './order-list-store.ts';
import { ORDER_SUPER_COLUMNS } from './order-super-columns.ts';
import { toOrderRow } from './order-view.ts';

/** Sorting by anything but time reads every match. */
const SORTABLE_MATCHES = 100_000;

/** The order list: an exact total first, then the rows of the page alone (product.md 3). */
export async function findOrders(context: RequestContext, request: OrderPageRequest): Promise<OrderPage> {
  const asked = await readSuperQuery(context, request, orderSuperFields);
  const advanced = asked ? superCondition(asked, ORDER_SUPER_COLUMNS) : null;
  const query = toListQuery(request, context.actor.spotIds, advanced);
  if (query.from && query.to && query.from > query.to) raise('order.list.range-reversed');
  return context.read(async (db) => {
    const column = request.column === 'payableMinor' ? 'payable_minor' : 'created_at';
    const offset = (request.pageNo - 1) * request.pageSize;
    const count = await countOrders(db, query, column === 'created_at' && offset > 0);
    if (column !== 'created_at' && count.total > SORTABLE_MATCHES) {
      raise('order.list.sort-too-wide', { maximum: SORTABLE_MATCHES });
    }
    const direction = request.order ?? 'desc';
    const start = count.buckets ? startOfPage(query, count.buckets, offset, direction) : { query, offset };
    const rows =
      offset >= count.total && !count.isEstimate
        ? []
        : await findOrderRows(db, start.query, { column, direction, offset: start.offset, limit: request.pageSize });
    return toPage(rows.map(toOrderRow), count.total, request, count.isEstimate);
  });
}

/** Leaves out the whole days before the page, which the counts know, so that page 5,000 costs what page 1 does. */
function startOfPage(
  query: OrderListQuery,
  buckets: readonly CountBucket[],
  offset: number,
  direction: 'asc' | 'desc',
): { query: OrderListQuery; offset: number } {
  let left = offset;
  for (const bucket of direction === 'desc' ? buckets.toReversed() : buckets) {
    if (left < bucket.orders) {
      const cut = direction === 'desc' ? { to: bucket.to } : { from: bucket.from };
      return { query: left === offset ? query : { ...query, ...cut }, offset: left };
    }
    left -= bucket.orders;
  }
  return { query, offset };
}
