import { orderEvents } from '#domains/orders/contract/events.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { isOwed } from '#domains/orders/rules/undelivered.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { factOf, pushOrder } from './move-order.ts';
import { findDrinks, type Order, recordOrderEvent, updateDrinks } from './order-store.ts';

const GIVEN_UP: readonly OrderStatus[] = [OrderStatus.makeFailed, OrderStatus.exception];

/**
 * An order that cost nothing, of which no cup was made: its coupon comes back as after a full refund (practice 3.3). There is no
 * money, so there is no application either; its cups count as given back, and are not made again for nothing.
 */
export async function giveBackFree(tx: Transaction, order: Order): Promise<void> {
  if (order.paidMinor > 0 || !GIVEN_UP.includes(order.state.status)) return;
  const drinks = await findDrinks(tx.db, order.orderNo);
  // one delivered cup keeps the coupon used, as a refund in parts does
  if (!drinks.every((drink) => isOwed({ ...drink, finished: false }))) return;
  const at = tx.now();
  await updateDrinks(
    tx.db,
    order.orderNo,
    drinks.map(({ drinkNo }) => drinkNo),
    { refunded: true },
  );
  await recordOrderEvent(tx.db, order.orderNo, {
    ...{ code: null, state: order.state, at, source: 'system', actor: tx.actor.name },
    detail: { givenBack: true },
  });
  await tx.publish(orderEvents.nothingMade, factOf(order, at), { aggregate: order.orderNo });
  await pushOrder(tx, order);
}
