import { decideAutomaticRefund } from '#domains/orders/rules/drink-refund.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { openRefund } from './open-refund.ts';
import { findDrinks, findRefundableLines, lockOrder } from './order-store.ts';
import { findRefunds } from './refund-store.ts';

/**
 * Practice 3.2: a failed cup is paid back without anybody asking, if the tenant's switch is on. Safe to call again: it
 * looks at all failed cups that have no refund yet.
 */
export async function refundFailedDrinks(tx: Transaction, orderNo: string): Promise<void> {
  const order = await lockOrder(tx.db, orderNo);
  if (!order || order.paidMinor === 0) return;
  const drinks = await findDrinks(tx.db, orderNo);
  const tenant = await tx.db.selectFrom('tenant').select('auto_refund_on_failure').executeTakeFirstOrThrow();
  const decision = decideAutomaticRefund(
    { status: order.state.status, paidMinor: order.paidMinor, refunds: await findRefunds(tx.db, orderNo) },
    await findRefundableLines(tx.db, orderNo),
    drinks,
    tenant.auto_refund_on_failure,
  );
  // an open application is heard again when it closes
  if (!decision.allowed) return;
  const drinkNos = decision.drinks.map((index) => drinks[index]!.drinkNo);
  await openRefund(tx, order, { decision, origin: 'automatic', reason: 'makeFailed', drinkNos });
}
