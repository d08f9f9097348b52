import { orderEvents } from '#domains/orders/contract/events.ts';
import {
  findRefund,
  findRefunds,
  lockOrder,
  refundFact,
  showRefunds,
  updateDrinks,
  updateRefund,
} from '#domains/orders/server/index.ts';
import { ofKind, paymentEvents } from '#domains/payments/contract/events.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { decideSettlement, refundedAmount } from '#domains/refunds/rules/refund.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { payBackWhatWaited } from './pay-back-waiting.ts';
import { notifyRefundFailed, settleRefundFailed } from './refund-notices.ts';

/** The provider has returned the money: only now the order shows it (practice 3.2). */
export const settleRefund = subscribe(paymentEvents.returned, 'orders.settle-refund', async (tx, event) => {
  const found = await lockUnderway(tx, event);
  if (!found) return;
  const { order, refund } = found;
  const decision = decideSettlement(refund, 'succeeded');
  if (!decision.changes) return;
  const at = tx.now();
  const refunds = await findRefunds(tx.db, order.orderNo);
  const returnedMinor = refundedAmount({ refunds });
  mustHold('order.refunds-add-up', returnedMinor === order.refundedMinor && event.amountMinor === refund.amountMinor, {
    object: order.orderNo,
    returnedMinor,
    refundedMinor: order.refundedMinor,
    amountMinor: refund.amountMinor,
    toldMinor: event.amountMinor,
  });
  await updateRefund(tx.db, refund.id, {
    status: decision.status,
    providerState: decision.providerState,
    providerRef: event.providerRef,
    completedAt: at,
    lastError: null,
  });
  const refundedMinor = order.refundedMinor + refund.amountMinor;
  await showRefunds(tx, order, {
    code: decision.event,
    source: 'provider',
    detail: { refundId: refund.id, amountMinor: refund.amountMinor },
    refundedMinor,
  });
  // what was refused before has been asked for again
  const refused = refunds.filter(({ status }) => status === RefundStatus.rejected);
  for (const { id } of [refund, ...refused]) await settleRefundFailed(tx, id);
  await tx.publish(orderEvents.refunded, refundFact(order, refund, at), { aggregate: order.orderNo });
  await payBackWhatWaited(tx, order.orderNo);
});

/** The code stays as it is while the call is repeated; people see that it hangs. What is refused for good ends there. */
export const noteFailedReturn = subscribe(
  paymentEvents.returnFailed,
  'orders.note-failed-return',
  async (tx, event) => {
    const found = await lockUnderway(tx, event);
    if (!found) return;
    const { order, refund } = found;
    const decision = decideSettlement(refund, event.forGood ? 'refused' : 'failed');
    await updateRefund(tx.db, refund.id, { lastError: event.error });
    if (!decision.changes) return;
    await updateRefund(tx.db, refund.id, { status: decision.status, providerState: decision.providerState });
    if (event.forGood) await updateDrinks(tx.db, order.orderNo, refund.drinkNos, { refunded: false });
    await showRefunds(tx, order, {
      code: null,
      source: 'provider',
      detail: { refundId: refund.id, error: event.error },
    });
    await notifyRefundFailed(tx, order, refund, event.error);
    if (!event.forGood) return;
    await tx.publish(orderEvents.refundRefused, refundFact(order, refund, tx.now()), { aggregate: order.orderNo });
    await payBackWhatWaited(tx, order.orderNo);
  },
);

async function lockUnderway(tx: Transaction, event: { orderNo: string; refundId: string }) {
  const order = await lockOrder(tx.db, event.orderNo);
  const refund = order && (await findRefund(tx.db, event.refundId));
  return order && refund && { order, refund };
}

/** A dispute of the customer's bank is over: what had to wait for that goes back now. */
export const resumeAfterDispute = subscribe(
  paymentEvents.disputeClosed,
  'orders.go-on-after-dispute',
  (tx, { orderNo }) => payBackWhatWaited(tx, orderNo),
  ofKind('coffee'),
);
