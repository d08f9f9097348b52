import type { OrderPage, OrderPageRequest } from '#domains/orders/contract/order-query.ts';
import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { readSuperQuery } from '#platform/super-query/server/read-super-query.ts';
import { type CountBucket, countOrders } from './order-count-store.ts';
import { toListQuery } from './order-list-query.ts';
import { findOrderRows, isCountable, type OrderList } from './order-list-store.ts';
import { advancedFor } from './order-super-columns.ts';
import { toOrderRow } from './order-view.ts';

/** Sorting by anything but time reads every match. */
const SORTABLE_MATCHES = 100_000;

/** The order list: an exact total, and the rows of the page alone (product.md 3). */
export async function findOrders(context: RequestContext, request: OrderPageRequest): Promise<OrderPage> {
  const asked = await readSuperQuery(context, request, orderSuperFields);
  const advanced = advancedFor(context.actor, asked);
  const list: OrderList = { query: toListQuery(request, context.actor.spotIds), advanced };
  const { from, to } = list.query;
  if (from && to && from > to) raiseAt('createdTo', 'order.list.range-reversed');
  const form = {
    column: request.column === 'payableMinor' ? 'payable_minor' : 'created_at',
    direction: request.order ?? 'desc',
    limit: request.pageSize,
  } as const;
  const offset = (request.pageNo - 1) * request.pageSize;
  return context.read(async (db) => {
    if (offset === 0 && form.column === 'created_at' && isCountable(list)) {
      // the newest rows cost little whatever the total is: both questions travel together
      const [count, rows] = await Promise.all([
        countOrders(db, list, false),
        findOrderRows(db, list, { ...form, offset }),
      ]);
      return toPage(
        rows.map((row) => toOrderRow(row, context.language)),
        count.total,
        request,
        count.isEstimate,
      );
    }
    const count = await countOrders(db, list, form.column === 'created_at' && offset > 0);
    if (form.column !== 'created_at' && count.total > SORTABLE_MATCHES) {
      raise('order.list.sort-too-wide', { maximum: SORTABLE_MATCHES });
    }
    const start = count.buckets ? startOfPage(list, count.buckets, offset, form.direction) : { list, offset };
    const rows =
      offset >= count.total && !count.isEstimate
        ? []
        : await findOrderRows(db, start.list, { ...form, offset: start.offset });
    return toPage(
      rows.map((row) => toOrderRow(row, context.language)),
      count.total,
      request,
      count.isEstimate,
    );
  });
}

/** Leaves out the whole days before the page, which the counts know, so that page 5,000 costs what page 1 does. */
function startOfPage(
  list: OrderList,
  buckets: readonly CountBucket[],
  offset: number,
  direction: 'asc' | 'desc',
): { list: OrderList; offset: number } {
  let left = offset;
  for (const bucket of direction === 'desc' ? buckets.toReversed() : buckets) {
    if (left < bucket.orders) {
      if (left === offset) return { list, offset };
      const cut = direction === 'desc' ? { to: bucket.to } : { from: bucket.from };
      return { list: { ...list, query: { ...list.query, ...cut } }, offset: left };
    }
    left -= bucket.orders;
  }
  return { list, offset };
}
