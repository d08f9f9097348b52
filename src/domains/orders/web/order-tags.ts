import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { FailureOutcome } from '#domains/orders/rules/shown-state.ts';
import { statusTags } from '#ui/status/status-tags.ts';
import type { Tone } from '#ui/tag/tag.tsx';

/** Colour and shape of the codes of an order; the words are the slice's texts. */
export const orderStatusTags = statusTags('orders:status', {
  [OrderStatus.created]: 'neutral',
  [OrderStatus.paymentFailed]: 'neutral',
  [OrderStatus.paidInQueue]: 'info',
  [OrderStatus.makeFailed]: 'danger',
  [OrderStatus.awaitingPickup]: 'busy',
  [OrderStatus.pickedUp]: 'success',
  [OrderStatus.exception]: 'warning',
});

export const orderStepTags = statusTags('orders:step', {
  [OrderStep.unmade]: 'neutral',
  [OrderStep.making]: 'info',
  [OrderStep.made]: 'busy',
  [OrderStep.taken]: 'success',
  [OrderStep.failed]: 'danger',
  [OrderStep.timedOut]: 'warning',
});

/** The words say that it is about a refund: they stand beside the state of an order too. */
export const refundLabelTags = statusTags('orders:refundLabel', {
  none: 'neutral',
  requested: 'warning',
  refunding: 'busy',
  partiallyRefunded: 'info',
  refunded: 'success',
  rejected: 'neutral',
  withdrawn: 'neutral',
});

export const sourceTags = statusTags('orders:source', { 1: 'neutral', 2: 'neutral', 3: 'neutral', 0: 'neutral' });

export const outcomeTags = statusTags('orders:outcome', {
  waiting: 'warning',
  refunding: 'busy',
  refunded: 'info',
  madeAgain: 'success',
} satisfies Record<FailureOutcome, Tone>);

export const paidByTags = statusTags('orders:paidBy', { card: 'neutral', cash: 'neutral', pos: 'neutral' });

export const orderTypeTags = statusTags('orders:orderType', { 0: 'neutral', 1: 'info', 2: 'warning' });

/** 0 is none. */
export const couponTypeTags = statusTags('orders:couponType', {
  ...{ 0: 'neutral', 1: 'neutral', 2: 'neutral', 3: 'neutral', 4: 'neutral', 5: 'neutral', 6: 'neutral' },
} as const);

/** The states of an order's refund that the list is narrowed to; 0 is none. */
export const refundFilterTags = statusTags('orders:refundStatus', {
  0: 'neutral',
  100: 'warning',
  101: 'busy',
  102: 'success',
  103: 'neutral',
  104: 'neutral',
});
