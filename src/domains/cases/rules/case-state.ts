import { OrderStatus } from '#domains/orders/contract/order.ts';
import { type RefundProviderState, RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { CASE_STATES, ORDER_STATES } from '../contract/endpoints.ts';

type CaseState = (typeof CASE_STATES)[number];
type OrderState = (typeof ORDER_STATES)[number];

/**
 * What a customer reads of his application (practice 3.2): while money is on its way the code stays 100. 103 is staff's refusal, or the
 * provider's after staff had agreed.
 */
export function caseState(refund: {
  readonly status: RefundStatus;
  readonly providerState: RefundProviderState | null;
  readonly lastError: string | null;
}): CaseState {
  const { status, providerState, lastError } = refund;
  if (status === RefundStatus.returned) return 'moneyBack';
  if (status === RefundStatus.rejected) return lastError === null ? 'refused' : 'moneyNotSent';
  if (status === RefundStatus.withdrawn) return 'withdrawn';
  return providerState === null ? 'waiting' : 'moneyOnItsWay';
}

const STATES: Readonly<Record<OrderStatus, OrderState>> = {
  [OrderStatus.created]: 'unpaid',
  [OrderStatus.paymentFailed]: 'unpaid',
  [OrderStatus.paidInQueue]: 'making',
  [OrderStatus.makeFailed]: 'failed',
  [OrderStatus.awaitingPickup]: 'ready',
  [OrderStatus.pickedUp]: 'taken',
  [OrderStatus.exception]: 'failed',
};

/** What a customer reads of the order itself (domain 4). */
export const orderState = (status: OrderStatus): OrderState => STATES[status];
