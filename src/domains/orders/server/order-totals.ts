import { sql } from 'kysely';
import type { OrderStatus } from '#domains/orders/contract/order.ts';
import { OrderFilter } from '#domains/orders/contract/order.ts';
import { ORDER_VIEW_KEYS } from '#domains/orders/contract/order-figures.ts';
import type { OrderListFilters } from '#domains/orders/contract/order-query.ts';
import { orderSuperFields } from '#domains/orders/contract/order-super-fields.ts';
import type { OrderTotals, OrderViewCounts, OrderViewCountsRequest } from '#domains/orders/contract/order-totals.ts';
import { isShownIn, OPEN_REFUNDS } from '#domains/orders/rules/order-filter.ts';
import type { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { readSuperQuery } from '#platform/super-query/server/read-super-query.ts';
import { countOrderKinds, countOrders, within } from './order-count-store.ts';
import { toListQuery } from './order-list-query.ts';
import { matchingOrders, type OrderList } from './order-list-store.ts';
import { moneySums, toRevenue } from './order-sums.ts';
import { advancedFor } from './order-super-columns.ts';

/** Adding up reads every order: of more than these it is not begun, and of fewer it may not take longer. */
const ADDED_UP_ORDERS = 50_000;
const ADDED_UP_WITHIN_MS = 250;

async function listOf(context: RequestContext, filters: OrderListFilters): Promise<OrderList> {
  const asked = await readSuperQuery(context, filters, orderSuperFields);
  const advanced = advancedFor(context.actor, asked);
  return { query: toListQuery(filters, context.actor.spotIds), advanced };
}

/** What the orders of a list are together; figures elsewhere on screen ask with the fields of the list that they open. */
export async function getOrderTotals(context: RequestContext, filters: OrderListFilters): Promise<OrderTotals> {
  const list = await listOf(context, filters);
  return context.read(async (db) => {
    const { total, isEstimate } = await countOrders(db, list, false);
    const sums = total > ADDED_UP_ORDERS ? null : await within(db, ADDED_UP_WITHIN_MS, () => addUp(db, list));
    return {
      orders: total,
      ordersAreEstimated: isEstimate,
      cups: sums && sums.reduce((all, sum) => all + sum.cups, 0),
      revenue: sums && toRevenue(sums),
      oldestRefundAt: sums && total > 0 ? await findOldestRefund(db, list) : null,
    };
  });
}

async function addUp(db: TenantDb, list: OrderList) {
  const rows = await matchingOrders(db, list)
    .select((eb) => ['currency' as const, ...moneySums(eb)])
    .groupBy('currency')
    .execute();
  return rows.map((row) => ({
    currency: row.currency as Currency,
    cups: Number(row.cups),
    paidMinor: Number(row.paid),
    refundedMinor: Number(row.refunded),
  }));
}

async function findOldestRefund(db: TenantDb, list: OrderList): Promise<string | null> {
  const oldest = await db
    .selectFrom('order_refund')
    .innerJoin(
      matchingOrders(db, list).select('coffee_order.order_no').as('listed'),
      'listed.order_no',
      'order_refund.order_no',
    )
    .select((eb) => eb.fn.min('order_refund.requested_at').as('at'))
    // the predicate of the index order_refund_open
    .where(
      'order_refund.status',
      'in',
      OPEN_REFUNDS.map((code) => sql.lit(code)),
    )
    .executeTakeFirst();
  return oldest?.at?.toISOString() ?? null;
}

/** How many orders each tab shows: the kinds of orders are counted once, and the rule of the tabs says which of them it shows. */
export async function countOrderViews(
  context: RequestContext,
  request: OrderViewCountsRequest,
): Promise<OrderViewCounts> {
  const list = await listOf(context, { ...request, filter: OrderFilter.all });
  return context.read(async (db) => {
    const kinds = await countOrderKinds(db, list);
    if (kinds === null) return { views: null };
    return {
      views: ORDER_VIEW_KEYS.map((view) => ({
        view,
        orders: kinds
          .filter((kind) =>
            isShownIn(view, {
              status: kind.status as OrderStatus,
              refundStatus: kind.refund_status === 0 ? null : (kind.refund_status as RefundStatus),
              hadIssue: kind.issue,
              paymentIssue: kind.issue,
            }),
          )
          .reduce((all, kind) => all + Number(kind.orders), 0),
      })),
    };
  });
}
