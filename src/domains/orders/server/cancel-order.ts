import type { OrderProblem } from '#domains/orders/contract/problems.ts';
import type { StorefrontOrder, StorefrontOrderRequest } from '#domains/orders/contract/storefront-order.ts';
import { applyDrinkReport } from '#domains/orders/rules/drink-steps.ts';
import type { OrderTrigger } from '#domains/orders/rules/order-status.ts';
import { nextOrderState } from '#domains/orders/rules/order-status.ts';
import { withdrawPayment } from '#domains/payments/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sendBackWaiting } from './mark-paid.ts';
import { moveDrinks } from './move-drinks.ts';
import { type Move, moveOrder } from './move-order.ts';
import { readStorefrontOrder } from './order-detail.ts';
import { findDrinks, lockVisibleOrder, type Order } from './order-store.ts';

type Cancelling = Extract<OrderTrigger, 'customerCancels' | 'staffCancels' | 'unpaidExpires'>;

/** Ends an order that is not paid; money that comes later goes back by itself. */
export async function cancel(
  tx: Transaction,
  order: Order,
  trigger: Cancelling,
  detail?: Record<string, unknown>,
): Promise<Order> {
  const next = nextOrderState(order.state, trigger);
  if (!next.allowed) raise(`order.${next.because}` satisfies OrderProblem);
  const sources: Record<Cancelling, Move['source']> = {
    customerCancels: 'customer',
    staffCancels: 'staff',
    unpaidExpires: 'system',
  };
  const cancelled = await moveOrder(tx, order, {
    state: next.state,
    event: next.event,
    source: sources[trigger],
    detail,
  });
  await withdrawPayment(tx, order.orderNo);
  // money that is there and made nothing, because it was another sum than was asked for
  await sendBackWaiting(tx, order.orderNo);
  return cancelled;
}

export function cancelOrder(context: RequestContext, { orderNo }: StorefrontOrderRequest): Promise<StorefrontOrder> {
  return context.transaction(async (tx) => {
    const order = (await lockVisibleOrder(tx, orderNo)) ?? raise('order.not-found');
    await cancel(tx, order, 'customerCancels');
    return readStorefrontOrder(tx.db, context, orderNo);
  });
}

/** The customer says that the outlet is empty again. */
export function pickUpOrder(context: RequestContext, { orderNo }: StorefrontOrderRequest): Promise<StorefrontOrder> {
  return context.transaction(async (tx) => {
    const order = (await lockVisibleOrder(tx, orderNo)) ?? raise('order.not-found');
    const drinks = await findDrinks(tx.db, orderNo);
    const decision = applyDrinkReport(
      order.state,
      drinks.map((drink) => drink.step),
      drinks.map((_, index) => index),
      'drinkTaken',
    );
    if (!decision.allowed) raise('order.illegal-transition');
    await moveDrinks(tx, order, drinks, decision, { source: 'customer' });
    return readStorefrontOrder(tx.db, context, orderNo);
  });
}
