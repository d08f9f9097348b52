import { nextOrderState, type OrderState } from '#domains/orders/rules/order-status.ts';

export interface PayableOrder extends OrderState {
  /** Minor units of `currency`. */
  readonly payableMinor: number;
  readonly currency: string;
}

export type MoneyDecision =
  | { readonly outcome: 'produce'; readonly state: OrderState; readonly event: number | null }
  /** The order was paid before: the provider's reply and its webhook race (practice 3.1). */
  | { readonly outcome: 'already-paid' }
  /** Nothing is made; people must look. */
  | { readonly outcome: 'mismatch'; readonly paymentIssue: true }
  /** Cancelled or expired meanwhile: everything received goes back by itself, and the order is flagged (practice 2.2). */
  | { readonly outcome: 'too-late'; readonly refundMinor: number; readonly paymentIssue: true };

/** What the provider's confirmation of money means for an order (practice 2.2 and 3.1). */
export function decideMoneyConfirmed(
  order: PayableOrder,
  received: { readonly amountMinor: number; readonly currency: string },
): MoneyDecision {
  if (order.cancelled) return { outcome: 'too-late', refundMinor: received.amountMinor, paymentIssue: true };
  const next = nextOrderState(order, 'moneyConfirmed');
  if (!next.allowed) return { outcome: 'already-paid' };
  if (received.amountMinor !== order.payableMinor || received.currency !== order.currency) {
    return { outcome: 'mismatch', paymentIssue: true };
  }
  return { outcome: 'produce', state: next.state, event: next.event };
}
