import { refundFailedDrinks, sendBackWaiting } from '#domains/orders/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';

/**
 * An application of the order has closed, and one may be open at a time (practice 3.2): what had to wait for that goes back
 * now, money that nothing is made for first, then cups that have failed meanwhile.
 */
export async function payBackWhatWaited(tx: Transaction, orderNo: string): Promise<void> {
  await sendBackWaiting(tx, orderNo);
  await refundFailedDrinks(tx, orderNo);
}
