import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { refundFailedNotice, refundRequestedNotice } from '#domains/orders/contract/notices.ts';
import type { Order } from '#domains/orders/server/index.ts';
import { PROVIDER_WORDS } from '#domains/payments/contract/provider-words.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';

interface ToldRefund {
  readonly id: string;
  readonly amountMinor: number;
}

const waiting = (refundId: string): string => `refund-requested/${refundId}`;
const failed = (refundId: string): string => `refund-failed/${refundId}`;

const paramsOf = (order: Order, { amountMinor }: ToldRefund) => ({
  orderNo: order.orderNo,
  amountMinor,
  currency: order.currency,
});

/** Somebody who may refund has to answer. */
export async function notifyRefundWaits(tx: Transaction, order: Order, refund: ToldRefund): Promise<void> {
  await notify(tx, refundRequestedNotice, {
    to: { permission: 'order:refund', spotId: order.spotId },
    params: paramsOf(order, refund),
    path: orderAddress(order.orderNo),
    key: waiting(refund.id),
  });
}

export function settleRefundWaits(tx: Transaction, refundId: string): Promise<void> {
  return settleNotice(tx, waiting(refundId));
}

export async function notifyRefundFailed(
  tx: Transaction,
  order: Order,
  refund: ToldRefund,
  code: string,
): Promise<void> {
  await notify(tx, refundFailedNotice, {
    to: { permission: 'order:refund', spotId: order.spotId },
    params: { ...paramsOf(order, refund), code, words: PROVIDER_WORDS },
    path: orderAddress(order.orderNo),
    key: failed(refund.id),
  });
}

/** A later attempt has brought the money back. */
export function settleRefundFailed(tx: Transaction, refundId: string): Promise<void> {
  return settleNotice(tx, failed(refundId));
}
