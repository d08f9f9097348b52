import { orderEvents } from '#domains/orders/contract/events.ts';
import type { OrderEvent } from '#domains/orders/contract/order.ts';
import { findPaymentToReturn, requestReturn } from '#domains/payments/server/index.ts';
import type { RefundOrigin } from '#domains/refunds/contract/refund.ts';
import type { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import { orderRefundStatus, type RefundDecision } from '#domains/refunds/rules/refund.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { factOf, pushOrder } from './move-order.ts';
import {
  checkAmounts,
  type Order,
  recordOrderEvent,
  type TimelineEntry,
  updateDrinks,
  updateOrder,
} from './order-store.ts';
import { findRefundSummaries, findRefunds, type Refund, recordRefund } from './refund-store.ts';

type AllowedRefund = Extract<RefundDecision, { allowed: true }>;

export interface RefundOpening {
  readonly decision: AllowedRefund;
  readonly origin: RefundOrigin;
  readonly reason: string;
  readonly drinkNos: readonly number[];
  /** The payment that gives back, where it is not simply the one with enough left. */
  readonly paymentId?: string;
}

const SOURCES: Record<RefundOrigin, TimelineEntry['source']> = {
  customer: 'customer',
  staff: 'staff',
  automatic: 'system',
  provider: 'provider',
};

/**
 * Records an application that the rules have allowed. One that needs no answer reserves its money on the payment and sends
 * it off after commit; the order shows the new code at once (practice 3.2).
 */
export async function openRefund(tx: Transaction, order: Order, opening: RefundOpening): Promise<string> {
  const { decision, origin, drinkNos } = opening;
  const at = tx.now();
  await checkAmounts(tx.db, order.orderNo);
  const paymentId =
    opening.paymentId ??
    (await findPaymentToReturn(tx.db, order.orderNo, {
      amountMinor: decision.amountMinor,
      paidBySerialNo: order.paymentSerialNo,
    })) ??
    raise('order.refund.exceeds-paid');
  const id = await recordRefund(tx.db, {
    orderNo: order.orderNo,
    paymentId,
    origin,
    status: decision.status,
    providerState: decision.providerState,
    amountMinor: decision.amountMinor,
    currency: order.currency,
    isFull: decision.isFull,
    drinkNos,
    reason: opening.reason,
    byId: tx.actor.id,
    byName: tx.actor.name,
    at,
  });
  await updateDrinks(tx.db, order.orderNo, drinkNos, { refunded: true });
  if (decision.providerState === 'pending') {
    await requestReturn(tx, { refundId: id, paymentId, amountMinor: decision.amountMinor });
  }
  const refund = { id, amountMinor: decision.amountMinor, isFull: decision.isFull };
  await tx.publish(orderEvents.refundRequested, refundFact(order, refund, at), { aggregate: order.orderNo });
  await showRefunds(tx, order, {
    code: decision.event,
    source: SOURCES[origin],
    detail: { refundId: id, amountMinor: decision.amountMinor },
  });
  return id;
}

export function refundFact(order: Order, refund: Pick<Refund, 'id' | 'amountMinor' | 'isFull'>, at: Date) {
  return {
    ...factOf(order, at),
    refundId: refund.id,
    amountMinor: refund.amountMinor,
    currency: order.currency,
    isFull: refund.isFull,
  };
}

/** Brings the order's own refund code, its timeline and the live views in line with its applications. */
export async function showRefunds(
  tx: Transaction,
  order: Order,
  entry: {
    code: OrderEvent | null;
    source: TimelineEntry['source'];
    detail: Readonly<Record<string, unknown>>;
    refundedMinor?: number;
    paidMinor?: number;
  },
): Promise<void> {
  const refundStatus = orderRefundStatus(await findRefunds(tx.db, order.orderNo));
  const change = {
    refundStatus,
    ...(entry.refundedMinor === undefined ? {} : { refundedMinor: entry.refundedMinor }),
    ...(entry.paidMinor === undefined ? {} : { paidMinor: entry.paidMinor }),
  };
  if (!(await updateOrder(tx.db, order, change))) raise('order.illegal-transition');
  await recordOrderEvent(tx.db, order.orderNo, {
    code: entry.code,
    state: order.state,
    at: tx.now(),
    source: entry.source,
    actor: tx.actor.name,
    detail: entry.detail,
  });
  await pushOrder(tx, { ...order, refundStatus });
}

export async function getRefundSummary(tx: Transaction, id: string): Promise<RefundSummary> {
  const [summary] = await findRefundSummaries(tx.db, { id });
  return summary ?? raise('order.refund.not-found');
}
