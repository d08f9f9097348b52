import { orderEvents } from '#domains/orders/contract/events.ts';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import {
  findRefunds,
  leaveOutRefunded,
  lockOrder,
  recordRefund,
  refundFact,
  showRefunds,
  updateRefund,
} from '#domains/orders/server/index.ts';
import { ofKind, paymentEvents } from '#domains/payments/contract/events.ts';
import { getPayment } from '#domains/payments/server/index.ts';
import { AT_PROVIDER, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { payBackWhatWaited } from './pay-back-waiting.ts';

/** Money of an order that somebody gave back at the provider's own console: it counts as every other refund (practice 3.2). */
export const bookAtProvider = subscribe(
  paymentEvents.returnedAtProvider,
  'orders.book-refund-at-provider',
  async (tx, { orderNo, paymentId, refundId, amountMinor, providerRef }) => {
    const found = await lockOrder(tx.db, orderNo);
    if (!found) return;
    const payment = await getPayment(tx.db, paymentId);
    const refunds = await findRefunds(tx.db, orderNo);
    // money that has waited to go back as a whole is not counted yet
    const isCounted =
      found.paymentSerialNo === payment.serialNo || refunds.some((refund) => refund.paymentId === payment.id);
    const order = { ...found, paidMinor: found.paidMinor + (isCounted ? 0 : payment.received.amountMinor) };
    const refundedMinor = order.refundedMinor + amountMinor;
    const isFull = refundedMinor >= order.paidMinor;
    const at = tx.now();
    await recordRefund(tx.db, {
      ...{ id: refundId, orderNo, paymentId, amountMinor, isFull, currency: order.currency, drinkNos: [], at },
      ...{ origin: 'provider', reason: AT_PROVIDER, byId: tx.actor.id, byName: '' },
      ...{ status: RefundStatus.returned, providerState: 'succeeded' },
    });
    await updateRefund(tx.db, refundId, { providerRef, completedAt: at });
    await showRefunds(tx, order, {
      ...{ code: OrderEvent.refunded, source: 'provider', refundedMinor },
      ...(isCounted ? {} : { paidMinor: order.paidMinor }),
      detail: { refundId, amountMinor, atProvider: true },
    });
    await tx.audit({
      ...{ action: 'order:refund-at-provider', objectKind: 'order', objectId: orderNo },
      after: { refundId, amountMinor, currency: order.currency, providerRef },
    });
    const refund = { id: refundId, amountMinor, isFull };
    await tx.publish(orderEvents.refunded, refundFact(order, refund, at), { aggregate: orderNo });
    await leaveOutRefunded(tx, orderNo, { isFull, drinkNos: [] });
    await payBackWhatWaited(tx, orderNo);
  },
  ofKind('coffee'),
);
