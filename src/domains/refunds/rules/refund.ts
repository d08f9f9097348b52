import type { OrderStatus } from '#domains/orders/contract/order.ts';
import { OrderEvent } from '#domains/orders/contract/order.ts';
import { OPEN_REFUNDS } from '#domains/orders/rules/order-filter.ts';
import { isPaid } from '#domains/orders/rules/order-status.ts';
import type { RefundLabel, RefundOrigin, RefundProviderState } from '#domains/refunds/contract/refund.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';

export interface RefundFacts {
  readonly status: RefundStatus;
  readonly providerState: RefundProviderState | null;
  /** Minor units of the order's currency. */
  readonly amountMinor: number;
}

export interface RefundableOrder {
  readonly status: OrderStatus;
  /** Money received, minor units. */
  readonly paidMinor: number;
  /** All applications of the order, oldest first. */
  readonly refunds: readonly RefundFacts[];
  /** What the customer's bank keeps from going back, minor units. */
  readonly disputedMinor: number;
}

/** Neither returned nor given up: while one is open, no other begins. */
export function isOpenRefund(refund: RefundFacts): boolean {
  return OPEN_REFUNDS.includes(refund.status);
}

/** Money that has left, minor units. */
export function refundedAmount(order: Pick<RefundableOrder, 'refunds'>): number {
  return sum(order.refunds.filter((refund) => refund.status === RefundStatus.returned));
}

/**
 * Paid minus what is pending or returned, minor units (practice 3.2). A failed call is repeated and counts as pending; an
 * application that nobody has answered reserves its amount too, so that agreeing to it later cannot exceed the payment. What the
 * bank disputes or has taken back would go twice.
 */
export function refundableAmount(order: RefundableOrder): number {
  return Math.max(0, order.paidMinor - reservedOf(order.refunds) - order.disputedMinor);
}

/** What is pending or returned of these, minor units. */
export function reservedOf(refunds: readonly RefundFacts[]): number {
  return sum(refunds.filter((refund) => isOpenRefund(refund) || refund.status === RefundStatus.returned));
}

type RefundBlocker = 'not-paid' | 'already-open' | 'already-refunded' | 'disputed';

function blockerOf(order: {
  isPaid: boolean;
  hasOpen: boolean;
  leftMinor: number;
  disputedMinor?: number | null;
}): RefundBlocker | undefined {
  if (!order.isPaid) return 'not-paid';
  if (order.hasOpen) return 'already-open';
  if (order.leftMinor > 0) return undefined;
  return order.disputedMinor ? 'disputed' : 'already-refunded';
}

/**
 * Why staff cannot refund the order now, as far as a screen knows it. `leftMinor`: what could still go back, minor units;
 * `refundStatus` is that of the open application where there is one.
 */
export function refundBlocker(order: {
  readonly status: OrderStatus;
  readonly paidMinor: number;
  readonly leftMinor: number;
  readonly refundStatus: RefundStatus | null;
  /** A list does not know it. */
  readonly disputedMinor?: number | null;
}): RefundBlocker | undefined {
  const { paidMinor, refundStatus } = order;
  const hasOpen = refundStatus !== null && OPEN_REFUNDS.includes(refundStatus);
  return blockerOf({ ...order, isPaid: paidMinor > 0, hasOpen });
}

export type RefundDecision =
  | {
      readonly allowed: true;
      readonly amountMinor: number;
      /** With this one everything that was paid has gone back: the coupon and the points follow (practice 3.3). */
      readonly isFull: boolean;
      readonly status: RefundStatus;
      /** `null`: the application waits for staff; `pending`: the money is sent off after commit. */
      readonly providerState: RefundProviderState | null;
      readonly event: OrderEvent;
    }
  | {
      readonly allowed: false;
      readonly because: RefundBlocker | 'exceeds-paid';
    };

/** Opens a refund of `askedMinor`, asked by the customer (100), or by staff or the system (101) (practice 3.2). */
export function decideRefund(order: RefundableOrder, askedMinor: number, origin: RefundOrigin): RefundDecision {
  // the contract lets none through
  if (!Number.isSafeInteger(askedMinor) || askedMinor <= 0) throw new RangeError(`no refund of ${askedMinor}`);
  const left = refundableAmount(order);
  const because = blockerOf({
    // of an order that was never made, because another sum came or too late, the system and staff give back
    isPaid: order.paidMinor > 0 && (isPaid(order.status) || origin !== 'customer'),
    hasOpen: order.refunds.some(isOpenRefund),
    leftMinor: left,
    disputedMinor: order.disputedMinor,
  });
  if (because) return { allowed: false, because };
  if (askedMinor > left) return { allowed: false, because: 'exceeds-paid' };
  const byCustomer = origin === 'customer';
  return {
    allowed: true,
    amountMinor: askedMinor,
    isFull: askedMinor === left,
    status: byCustomer ? RefundStatus.requestedByCustomer : RefundStatus.requestedByStaff,
    providerState: byCustomer ? null : 'pending',
    event: byCustomer ? OrderEvent.refundRequestedByCustomer : OrderEvent.refundRequestedByStaff,
  };
}

export type RefundAnswerDecision =
  | { readonly allowed: true; readonly status: RefundStatus; readonly providerState: RefundProviderState | null }
  | { readonly allowed: false; readonly because: 'not-open' | 'reason-required' };

/**
 * Staff answers a customer's application (practice 3.2). Agreeing keeps code 100 until the provider confirms; refusing
 * needs a reason.
 */
export function decideRefundAnswer(
  refund: RefundFacts,
  answer: { readonly agree: boolean; readonly reason?: string },
): RefundAnswerDecision {
  if (!waitsForAnswer(refund)) return { allowed: false, because: 'not-open' };
  if (answer.agree) return { allowed: true, status: refund.status, providerState: 'pending' };
  if (!answer.reason?.trim()) return { allowed: false, because: 'reason-required' };
  return { allowed: true, status: RefundStatus.rejected, providerState: null };
}

export type RefundWithdrawalDecision =
  | { readonly allowed: true; readonly status: typeof RefundStatus.withdrawn }
  | { readonly allowed: false; readonly because: 'not-open' };

/** The customer takes his application back, as long as nobody has agreed to it (practice 3.2). */
export function decideWithdrawal(refund: RefundFacts): RefundWithdrawalDecision {
  return waitsForAnswer(refund)
    ? { allowed: true, status: RefundStatus.withdrawn }
    : { allowed: false, because: 'not-open' };
}

/** A customer's application that nobody has answered yet. */
export function waitsForAnswer(refund: RefundFacts): boolean {
  return refund.status === RefundStatus.requestedByCustomer && refund.providerState === null;
}

export type SettlementDecision =
  | {
      readonly changes: true;
      readonly status: RefundStatus;
      readonly providerState: RefundProviderState | null;
      readonly event: OrderEvent | null;
    }
  | { readonly changes: false };

/**
 * The provider's word on a refund that was sent off. Only its success makes 102; a failure keeps the code and is tried
 * again, a refusal for good makes 103, after which the rest can be asked for. Words on a refund that is settled or was
 * never sent change nothing (practice 3.2).
 */
export function decideSettlement(refund: RefundFacts, outcome: 'succeeded' | 'failed' | 'refused'): SettlementDecision {
  const isUnderway = isOpenRefund(refund) && refund.providerState !== null;
  if (!isUnderway || (outcome === 'failed' && refund.providerState === 'failed')) return { changes: false };
  if (outcome === 'refused') return { changes: true, status: RefundStatus.rejected, providerState: null, event: null };
  if (outcome === 'failed') return { changes: true, status: refund.status, providerState: 'failed', event: null };
  return { changes: true, status: RefundStatus.returned, providerState: 'succeeded', event: OrderEvent.refunded };
}

/**
 * The refund code that the order itself shows: an open application first, then 102 once any refund has succeeded, then
 * the newest answer; `null` without applications (practice 3.2).
 */
export function orderRefundStatus(refunds: readonly RefundFacts[]): RefundStatus | null {
  const open = refunds.findLast(isOpenRefund);
  if (open) return open.status;
  if (refunds.some((refund) => refund.status === RefundStatus.returned)) return RefundStatus.returned;
  return refunds.at(-1)?.status ?? null;
}

/** What the order list writes about an order's refunds (practice 3.2). Amounts in minor units. */
export function refundLabel(order: {
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly refundStatus: RefundStatus | null;
}): RefundLabel {
  if (order.refundedMinor > 0) return order.refundedMinor < order.paidMinor ? 'partiallyRefunded' : 'refunded';
  switch (order.refundStatus) {
    case null:
      return 'none';
    case RefundStatus.rejected:
      return 'rejected';
    case RefundStatus.withdrawn:
      return 'withdrawn';
    case RefundStatus.returned:
      return 'refunded';
    case RefundStatus.requestedByStaff:
      return 'refunding';
    case RefundStatus.requestedByCustomer:
      return 'requested';
  }
}

function sum(refunds: readonly RefundFacts[]): number {
  return refunds.reduce((total, refund) => total + refund.amountMinor, 0);
}
