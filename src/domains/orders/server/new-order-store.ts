import type { Insertable } from 'kysely';
import type { StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { mustAddUp } from '#domains/pricing/rules/order-amounts.ts';
import { statement } from '#platform/database/server/statement.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import {
  createdEvent,
  drinkColumns,
  lineColumns,
  type NewOrder,
  orderColumns,
  saleSnapshot,
} from './new-order-rows.ts';
import { newOrderView } from './new-order-view.ts';

interface NewRows {
  readonly order: Insertable<Tables['coffee_order']>;
  readonly lines: readonly Insertable<Tables['order_line']>[];
  readonly drinks: readonly Insertable<Tables['order_drink']>[];
  readonly event: Insertable<Tables['order_event']>;
}

const insertOrder = statement((db, { order, lines, drinks, event }: NewRows) =>
  db
    .with('added_order', (inner) => inner.insertInto('coffee_order').values(order))
    .with('added_lines', (inner) => inner.insertInto('order_line').values(lines))
    .with('added_drinks', (inner) => inner.insertInto('order_drink').values(drinks))
    .insertInto('order_event')
    .values(event),
);

/**
 * Order, lines, cups and the first entry of the timeline in one statement, which the caller executes. `answer` is the order as a
 * later read will have it, without asking again: creation is the call that everybody waits for.
 */
export function newOrderRecords(
  tx: Transaction,
  order: NewOrder,
): { records: ReturnType<typeof insertOrder>; answer: StorefrontOrder } {
  const { orderNo, basket } = order;
  const at = tx.now();
  mustAddUp(orderNo, { ...basket.price, taxMode: basket.goods.spot.taxMode });
  const snapshot = saleSnapshot(order);
  const drinks = drinkColumns(order);
  const records = insertOrder(tx.db, {
    order: orderColumns(order, snapshot, at),
    lines: lineColumns(order),
    drinks,
    event: createdEvent(order, tx.actor.name, at),
  });
  return { records, answer: newOrderView(order, { snapshot, drinks, at }) };
}
