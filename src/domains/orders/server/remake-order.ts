import { OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderProblem } from '#domains/orders/contract/problems.ts';
import { nextOrderState } from '#domains/orders/rules/order-status.ts';
import { decideRemake } from '#domains/orders/rules/remake.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { moveOrder } from './move-order.ts';
import { findDrinks, findRefundableLines, type Order, updateDrinks } from './order-store.ts';
import { takePickupCode } from './pickup-code.ts';
import { startProduction } from './production.ts';
import { findRefunds } from './refund-store.ts';

/**
 * Staff sends the failed cups of a locked order to its robot once more, those alone whose money has neither gone back nor is on its
 * way: a drink whose money has gone back would be a free one (settled 153).
 */
export async function remakeOrder(tx: Transaction, order: Order, detail: Record<string, unknown>): Promise<Order> {
  const next = nextOrderState(order.state, 'staffRemakes');
  if (!next.allowed) raise(`order.${next.because}` satisfies OrderProblem);
  const drinks = await findDrinks(tx.db, order.orderNo);
  const decision = decideRemake(
    { status: order.state.status, paidMinor: order.paidMinor, refunds: await findRefunds(tx.db, order.orderNo) },
    await findRefundableLines(tx.db, order.orderNo),
    drinks,
  );
  if (!decision.allowed) raise(`order.remake.${decision.because}`);
  const drinkNos = decision.drinks.map((index) => drinks[index]!.drinkNo);
  await updateDrinks(tx.db, order.orderNo, drinkNos, { step: OrderStep.unmade, failure: null, finishedAt: null });
  const moved = await moveOrder(tx, order, {
    ...{ state: next.state, event: next.event, source: 'staff', detail },
    change: { remade: true, pickupCode: await takePickupCode(tx.db, order.robotId) },
  });
  await startProduction(tx, moved);
  return moved;
}
