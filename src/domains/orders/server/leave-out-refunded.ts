import { applyDrinkReport } from '#domains/orders/rules/drink-steps.ts';
import { leaveOutOfWorkOrders } from '#domains/robots/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { moveDrinks } from './move-drinks.ts';
import { findDrinks, lockOrder } from './order-store.ts';

/**
 * Cups whose money leaves are not made where their work order still waits for its robot: they fail at once, and their stock is
 * free. A full refund names no cup where an amount was asked for: it is of all of them.
 */
export async function leaveOutRefunded(
  tx: Transaction,
  orderNo: string,
  { isFull, drinkNos }: { readonly isFull: boolean; readonly drinkNos: readonly number[] },
): Promise<void> {
  const order = await lockOrder(tx.db, orderNo);
  if (!order) return;
  const drinks = await findDrinks(tx.db, orderNo);
  const refunded = isFull ? drinks.map(({ drinkNo }) => drinkNo) : drinkNos;
  const leftOut = await leaveOutOfWorkOrders(tx, orderNo, refunded);
  const indexes = drinks.flatMap(({ drinkNo }, index) => (leftOut.includes(drinkNo) ? [index] : []));
  const steps = drinks.map(({ step }) => step);
  const decision = applyDrinkReport(order.state, steps, indexes, 'robotFails');
  if (decision.allowed)
    await moveDrinks(tx, order, drinks, decision, { source: 'system', failure: 'cancelled', keepsMoney: true });
}
