import { decideMoneyConfirmed, type MoneyDecision } from '#domains/orders/rules/confirm-money.ts';
import { nextOrderState } from '#domains/orders/rules/order-status.ts';
import { ofKind, paymentEvents } from '#domains/payments/contract/events.ts';
import {
  asksNobody,
  disputedOfPayment,
  findReceivedPayments,
  getPayment,
  type Payment,
  withdrawPayment,
} from '#domains/payments/server/index.ts';
import { PAID_TWICE } from '#domains/refunds/contract/refund.ts';
import { decideRefund, reservedOf } from '#domains/refunds/rules/refund.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { moveOrder, pushOrder } from './move-order.ts';
import { openRefund } from './open-refund.ts';
import { lockOrder, type Order, type OrderChange, recordOrderEvent, updateOrder } from './order-store.ts';
import { takePickupCode } from './pickup-code.ts';
import { startProduction } from './production.ts';
import { findRefunds } from './refund-store.ts';

interface Received {
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * The money of an order is there. The provider's reply and its webhook both come here; the second time changes nothing
 * (practice 3.1).
 */
export async function markPaid(tx: Transaction, orderNo: string, payment: Payment, received: Received): Promise<void> {
  const order = await lockOrder(tx.db, orderNo);
  if (!order) return;
  // a sum that made nothing stands in the order's books already, and goes back once the order is cancelled
  const isCounted = order.paymentSerialNo === payment.serialNo;
  if (isCounted && !order.state.cancelled) return;
  // nothing is asked of anybody for an order of the sandbox
  const chargedMinor = payment.channel === 'sandbox' ? 0 : order.payableMinor;
  const decided = decideMoneyConfirmed(
    { ...order.state, payableMinor: chargedMinor, currency: order.currency },
    received,
  );
  // what came first was another sum than was asked for, and people look at that
  const isSecond = !isCounted && order.paymentSerialNo !== null && decided.outcome !== 'too-late';
  const decision: MoneyDecision = isSecond ? { outcome: 'already-paid' } : decided;
  switch (decision.outcome) {
    case 'produce': {
      mustHold('order.charged-what-it-costs', payment.amountMinor === chargedMinor && order.paidMinor === 0, {
        object: orderNo,
        chargedMinor: payment.amountMinor,
        payableMinor: order.payableMinor,
        paidMinor: order.paidMinor,
      });
      const paid = await moveOrder(tx, order, {
        state: decision.state,
        event: decision.event as never,
        source: asksNobody(payment) ? 'system' : 'provider',
        detail: { paymentSerialNo: payment.serialNo, amountMinor: received.amountMinor, channel: payment.channel },
        change: {
          paidMinor: received.amountMinor,
          paidAt: tx.now(),
          paymentSerialNo: payment.serialNo,
          pickupCode: await takePickupCode(tx.db, order.robotId),
        },
      });
      // an attempt that is still open must not take the money again
      await withdrawPayment(tx, orderNo);
      await startProduction(tx, paid);
      return;
    }
    case 'mismatch':
      await flag(
        tx,
        order,
        { issue: 'amount-mismatch', paymentSerialNo: payment.serialNo, received },
        { paidMinor: order.paidMinor + received.amountMinor, paymentSerialNo: payment.serialNo },
      );
      return;
    case 'too-late':
      await sendBack(tx, order, payment, 'too-late');
      return;
    case 'already-paid':
      // a second attempt brought money for an order that another one had paid
      await sendBack(tx, order, payment, PAID_TWICE);
  }
}

/** Nothing is made; people must look, so the order does not expire under their hands. Money that came is what they can give back. */
async function flag(
  tx: Transaction,
  order: Order,
  detail: Record<string, unknown>,
  money: Pick<OrderChange, 'paidMinor' | 'paymentSerialNo'> = {},
): Promise<void> {
  await updateOrder(tx.db, order, { ...money, paymentIssue: true, expiresAt: null });
  await recordOrderEvent(tx.db, order.orderNo, {
    code: null,
    state: order.state,
    at: tx.now(),
    source: 'provider',
    actor: tx.actor.name,
    detail,
  });
  await pushOrder(tx, order);
}

/** The provider's payment for this order names another one: nothing is believed, nothing made, nothing sent back by itself. */
export async function flagMisdirected(
  tx: Transaction,
  orderNo: string,
  about: { paymentId: string; namedOrderNo: string | null; received: Received },
): Promise<void> {
  const order = await lockOrder(tx.db, orderNo);
  if (!order) return;
  const { serialNo } = await getPayment(tx.db, about.paymentId);
  const { namedOrderNo, received } = about;
  await flag(tx, order, { issue: 'other-order', paymentSerialNo: serialNo, namedOrderNo, received });
}

/** Money that nothing will be made for goes back by itself, and the order is flagged (practice 2.2). */
async function sendBack(
  tx: Transaction,
  order: Order,
  payment: Payment,
  issue: 'too-late' | typeof PAID_TWICE,
): Promise<void> {
  const refunds = await findRefunds(tx.db, order.orderNo);
  const { received } = payment;
  const ofPayment = refunds.filter((refund) => refund.paymentId === payment.id);
  const isCounted = order.paymentSerialNo === payment.serialNo || ofPayment.length > 0;
  const paidMinor = order.paidMinor + (isCounted ? 0 : received.amountMinor);
  const withMoney = { ...order, paidMinor };
  const amountMinor = received.amountMinor - reservedOf(ofPayment);
  if (amountMinor <= 0) return;
  // its bank takes this money back; where the dispute is won, this is asked again
  if ((await disputedOfPayment(tx.db, payment)) > 0) return;
  const facts = { status: order.state.status, paidMinor, refunds, disputedMinor: 0 };
  const decision = decideRefund(facts, amountMinor, 'automatic');
  if (!decision.allowed) {
    if (decision.because !== 'already-open') throw new Error(`order ${order.orderNo}: ${decision.because}`);
    // Only one application is open at a time: what closes it sends this money back. An error here would be retried, and
    // the event that closes the application, of the same order, would wait behind it for ever.
    await flag(tx, order, { issue, waits: true, paymentSerialNo: payment.serialNo, received });
    return;
  }
  await updateOrder(tx.db, order, { paymentIssue: true, paidMinor });
  await openRefund(tx, withMoney, {
    decision,
    origin: 'automatic',
    reason: issue,
    drinkNos: [],
    paymentId: payment.id,
  });
}

/** An application has closed: money that waited for that goes back now. */
export async function sendBackWaiting(tx: Transaction, orderNo: string): Promise<void> {
  for (const payment of await findReceivedPayments(tx.db, orderNo))
    if (!asksNobody(payment)) await markPaid(tx, orderNo, payment, payment.received);
}

/** A final refusal of one attempt; the customer may try again until the order expires. */
export async function markPaymentFailed(tx: Transaction, orderNo: string, errorCode: string): Promise<void> {
  const order = await lockOrder(tx.db, orderNo);
  if (!order) return;
  const next = nextOrderState(order.state, 'paymentFailed');
  if (!next.allowed) return;
  await moveOrder(tx, order, { state: next.state, event: next.event, source: 'provider', detail: { errorCode } });
}

export const onMoney = subscribe(
  paymentEvents.succeeded,
  'orders.mark-paid',
  async (tx, event) => {
    await markPaid(tx, event.orderNo, await getPayment(tx.db, event.paymentId), event.received);
  },
  ofKind('coffee'),
);

export const onMisdirected = subscribe(
  paymentEvents.misdirected,
  'orders.flag-misdirected',
  (tx, event) => flagMisdirected(tx, event.orderNo, event),
  ofKind('coffee'),
);

export const onRefusal = subscribe(
  paymentEvents.failed,
  'orders.mark-payment-failed',
  (tx, event) => markPaymentFailed(tx, event.orderNo, event.errorCode),
  ofKind('coffee'),
);
