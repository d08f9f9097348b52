import { consumeStock } from '#domains/beverages/server/index.ts';
import { OrderStep } from '#domains/orders/contract/order.ts';
import type { ChangeOrderRequest } from '#domains/orders/contract/order-query.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import type { OrderProblem } from '#domains/orders/contract/problems.ts';
import { applyDrinkReport, DRINK_REPORTS, type DrinkReport, drinksAfter } from '#domains/orders/rules/drink-steps.ts';
import { nextOrderState, type OrderTrigger, staffTriggerTo } from '#domains/orders/rules/order-status.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { automaticRefundOf } from './automatic-refund.ts';
import { cancel } from './cancel-order.ts';
import { moveDrinks } from './move-drinks.ts';
import { moveOrder } from './move-order.ts';
import { readOrderDetail } from './order-detail.ts';
import { findDrinks, lockVisibleOrder, type Order, updateDrinks } from './order-store.ts';
import { stepUpAbove } from './refund-step-up.ts';
import { findRefunds } from './refund-store.ts';
import { remakeOrder } from './remake-order.ts';

/** Staff moves an order by hand, along the same table as everybody else (practice 2.2). */
export function changeOrder(context: RequestContext, request: ChangeOrderRequest): Promise<OrderDetail> {
  return context.transaction(async (tx) => {
    const order = (await lockVisibleOrder(tx, request.orderNo)) ?? raise('order.not-found');
    const trigger = staffTriggerTo(order.state, request) ?? raise('order.illegal-transition');
    const after = await perform(tx, context, order, trigger, request.reason);
    await tx.audit({
      action: 'order:change',
      objectKind: 'order',
      objectId: order.orderNo,
      before: { status: order.state.status, step: order.state.step },
      after: { status: after.state.status, step: after.state.step },
      reason: request.reason ?? '',
    });
    return readOrderDetail(tx.db, context, order.orderNo);
  });
}

function isDrinkReport(trigger: OrderTrigger): trigger is DrinkReport {
  return (DRINK_REPORTS as readonly OrderTrigger[]).includes(trigger);
}

async function perform(
  tx: Transaction,
  context: RequestContext,
  order: Order,
  trigger: OrderTrigger,
  reason: string | undefined,
): Promise<Order> {
  const detail = reason ? { reason } : {};
  if (trigger === 'staffCancels') return cancel(tx, order, trigger, detail);

  const drinks = await findDrinks(tx.db, order.orderNo);
  const steps = drinks.map((drink) => drink.step);
  if (isDrinkReport(trigger)) {
    const all = drinks.map((_, index) => index);
    const decision = applyDrinkReport(order.state, steps, all, trigger);
    if (!decision.allowed) raise('order.illegal-transition');
    const failure = trigger === 'robotFails' ? (reason ?? 'staff') : undefined;
    if (failure !== undefined) {
      // what goes back by itself for a cup that a person calls failed is given back by that person (security 4.9)
      const failed = drinks.map((drink, index) => ({ ...drink, step: decision.drinks[index] ?? drink.step }));
      const amountMinor = await automaticRefundOf(tx, order, failed);
      if (amountMinor > 0) await stepUpAbove(tx, context, await findRefunds(tx.db, order.orderNo), amountMinor);
    }
    return moveDrinks(tx, order, drinks, decision, { source: 'staff', detail, failure });
  }

  if (trigger === 'staffRemakes') return remakeOrder(tx, order, detail);

  const next = nextOrderState(order.state, trigger);
  if (!next.allowed) raise(`order.${next.because}` satisfies OrderProblem);
  const after = drinksAfter(trigger, steps);
  const changed = drinks.filter((_, index) => after[index] !== steps[index]).map((drink) => drink.drinkNo);
  await updateDrinks(tx.db, order.orderNo, changed, { step: OrderStep.taken });
  // handed out, so it was made
  for (const drinkNo of changed) await consumeStock(tx, { orderNo: order.orderNo, robotId: order.robotId, drinkNo });
  return moveOrder(tx, order, { state: next.state, event: next.event, source: 'staff', detail });
}
