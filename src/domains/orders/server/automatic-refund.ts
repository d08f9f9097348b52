import { type AutomaticRefundDecision, decideAutomaticRefund } from '#domains/refunds/rules/drink-refund.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { giveBackFree } from './give-back-free.ts';
import { openRefund } from './open-refund.ts';
import { type Drink, findDrinks, findRefundableLines, lockOrder, type Order } from './order-store.ts';
import { refundFacts } from './refund-store.ts';

/**
 * Practice 3.2: a failed cup is paid back without anybody asking, if the tenant's switch is on. Safe to call again: it
 * looks at all failed cups that have no refund yet.
 */
export async function refundFailedDrinks(tx: Transaction, orderNo: string): Promise<void> {
  const order = await lockOrder(tx.db, orderNo);
  if (!order) return;
  if (order.paidMinor === 0) {
    if (await isSwitchedOn(tx)) await giveBackFree(tx, order);
    return;
  }
  const drinks = await findDrinks(tx.db, orderNo);
  const decision = await decide(tx, order, drinks);
  // where an application is open, this runs again when it closes
  if (!decision.allowed) return;
  const drinkNos = decision.drinks.map((index) => drinks[index]!.drinkNo);
  await openRefund(tx, order, { decision, origin: 'automatic', reason: 'makeFailed', drinkNos });
}

/** What would go back by itself if the cups of an order stood like this, minor units; 0 where nothing would. */
export async function automaticRefundOf(tx: Transaction, order: Order, drinks: readonly Drink[]): Promise<number> {
  const decision = await decide(tx, order, drinks);
  return decision.allowed ? decision.amountMinor : 0;
}

async function isSwitchedOn(tx: Transaction): Promise<boolean> {
  const tenant = await tx.db.selectFrom('tenant').select('auto_refund_on_failure').executeTakeFirstOrThrow();
  return tenant.auto_refund_on_failure;
}

async function decide(tx: Transaction, order: Order, drinks: readonly Drink[]): Promise<AutomaticRefundDecision> {
  return decideAutomaticRefund(
    await refundFacts(tx.db, order),
    await findRefundableLines(tx.db, order.orderNo),
    drinks,
    await isSwitchedOn(tx),
  );
}
