import type { Random } from '#apps/simulator/world/random.ts';
import { type OrderEvent, OrderStatus, type OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderState } from '#domains/orders/rules/order-status.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import { type RefundOrigin, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { orderRefundStatus, type RefundFacts } from '#domains/refunds/rules/refund.ts';
import type { PastBasket } from './past-menu.ts';

/** How the story of an order goes. */
const PLOTS = [
  'pickedUp',
  'notTaken',
  'stalled',
  'failed',
  'failedUnrefunded',
  'cancelled',
  'expired',
  'declined',
  'secondCard',
  'agreed',
  'refused',
  'withdrawn',
  'staffRefund',
  'asked',
  'late',
] as const;
export type Plot = (typeof PLOTS)[number];

export interface PastSale {
  readonly orderNo: string;
  readonly at: Date;
  readonly basket: PastBasket;
  readonly robotImei: string;
  readonly clientKey: { readonly id: string; readonly name: string };
  readonly channel: SalesChannel;
  /** Who answers refunds, as the name stands in the timeline. */
  readonly staffName: string;
  readonly pickupCode: string;
  /** The client's word for its customer; empty where nobody is named. */
  readonly customerWord: string;
  readonly random: Random;
}

export interface PastEvent {
  readonly code: OrderEvent | null;
  readonly state: OrderState;
  readonly at: Date;
  readonly source: 'customer' | 'staff' | 'robot' | 'provider' | 'system';
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface PastCup {
  readonly drinkNo: number;
  readonly lineNo: number;
  readonly productionSeconds: number;
  step: OrderStep;
  refunded: boolean;
  failure: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface PastPayment {
  readonly attempt: number;
  readonly succeeded: boolean;
  readonly at: Date;
  readonly errorCode: string | null;
}

export interface PastRefund extends RefundFacts {
  readonly origin: RefundOrigin;
  readonly isFull: boolean;
  readonly drinkNos: readonly number[];
  readonly reason: string;
  readonly byId: string;
  readonly byName: string;
  readonly at: Date;
  readonly answeredAt: Date | null;
  readonly answerReason: string | null;
  readonly completedAt: Date | null;
}

/** What became of an order, from beginning to end. */
export interface PastOrder {
  state: OrderState;
  changedAt: Date;
  paidAt: Date | null;
  hadIssue: boolean;
  /** Sent to a robot once more. */
  remade: boolean;
  cancelEvent: OrderEvent | null;
  readonly events: PastEvent[];
  readonly cups: PastCup[];
  readonly payments: PastPayment[];
  refund: PastRefund | null;
  refundId: string;
}

export function serialNoOf(orderNo: string, attempt: number): string {
  return `P${orderNo}${String(attempt).padStart(2, '0')}`;
}

export function refundStatusOf(order: PastOrder): RefundStatus | null {
  return orderRefundStatus(order.refund ? [order.refund] : []);
}

export function refundedMinorOf(order: PastOrder): number {
  return order.refund?.status === RefundStatus.returned ? order.refund.amountMinor : 0;
}

export function isPaidOrder(order: PastOrder): boolean {
  return order.state.status >= OrderStatus.paidInQueue;
}
