import { OrderEvent, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { OPEN_REFUNDS } from '#domains/orders/rules/order-filter.ts';
import type { RefundLabel, RefundStatus } from '#domains/refunds/contract/refund.ts';

/** The words for the state of an order; those of several cups say how many. Codes and filters keep their own (domain 4). */
export const SHOWN_STATES = [
  'awaitingPayment',
  'paymentFailed',
  'cancelled',
  'expired',
  'queued',
  'making',
  'makingSome',
  'failed',
  'someFailed',
  'awaitingPickup',
  'pickedUp',
  'timedOut',
] as const;

export interface ShownState {
  readonly key: (typeof SHOWN_STATES)[number];
  /** The cup in hand, or how many failed. */
  readonly cup: number;
  readonly cups: number;
}

export interface ShownOrder {
  readonly status: OrderStatus;
  readonly step: OrderStep;
  /** 11101 or 11102 once cancelled or expired. */
  readonly cancelEvent: number | null;
  readonly cupSteps: readonly OrderStep[];
}

/**
 * What people see of an order: its status, made exact by who cancelled it and by its cups. The step of an order is that
 * of its slowest cup, so that while the second of three is made it still reads "unmade".
 */
export function shownState(order: ShownOrder): ShownState {
  const { cupSteps } = order;
  const cups = cupSteps.length;
  const count = (...steps: OrderStep[]): number => cupSteps.filter((step) => steps.includes(step)).length;
  const whole = (key: ShownState['key']): ShownState => ({ key, cup: 0, cups });
  switch (order.status) {
    case OrderStatus.created:
      return whole('awaitingPayment');
    case OrderStatus.paymentFailed:
      if (order.cancelEvent === OrderEvent.cancelledByCustomer) return whole('cancelled');
      return whole(order.cancelEvent === OrderEvent.cancelledByStaff ? 'expired' : 'paymentFailed');
    case OrderStatus.paidInQueue: {
      const begun = cups - count(OrderStep.unmade);
      if (cups <= 1 || begun === 0) return whole(order.step === OrderStep.making ? 'making' : 'queued');
      // between two cups the next one is in hand
      const inHand = count(OrderStep.making) > 0 ? begun : Math.min(begun + 1, cups);
      return { key: 'makingSome', cup: inHand, cups };
    }
    case OrderStatus.makeFailed: {
      const failed = count(OrderStep.failed);
      return failed > 0 && failed < cups ? { key: 'someFailed', cup: failed, cups } : whole('failed');
    }
    case OrderStatus.awaitingPickup:
      return whole('awaitingPickup');
    case OrderStatus.pickedUp:
      return whole('pickedUp');
    case OrderStatus.exception:
      return whole('timedOut');
  }
}

/** The tone in which each is shown, wherever an order is shown. */
export const SHOWN_STATE_TONES = {
  awaitingPayment: 'neutral',
  paymentFailed: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
  queued: 'info',
  making: 'info',
  makingSome: 'info',
  failed: 'danger',
  someFailed: 'danger',
  awaitingPickup: 'busy',
  pickedUp: 'success',
  timedOut: 'warning',
} as const satisfies Record<ShownState['key'], string>;

/** What became of an order with a failed cup or a payment that did not fit. */
export const FAILURE_OUTCOMES = ['waiting', 'refunding', 'refunded', 'madeAgain'] as const;
export type FailureOutcome = (typeof FAILURE_OUTCOMES)[number];

export function failureOutcome(order: {
  readonly status: OrderStatus;
  readonly refundLabel: RefundLabel;
  readonly refundStatus: RefundStatus | null;
  readonly paymentIssue: boolean;
}): FailureOutcome {
  if (order.refundStatus !== null && OPEN_REFUNDS.includes(order.refundStatus)) return 'refunding';
  if (order.refundLabel === 'refunded' || order.refundLabel === 'partiallyRefunded') return 'refunded';
  // a failed order leaves its state by a re-make alone, or by the word of staff that it was handed out
  return order.status === OrderStatus.makeFailed || order.paymentIssue ? 'waiting' : 'madeAgain';
}
