import { describe, expect, test } from 'vitest';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { failureOutcome, type ShownOrder, shownState } from './shown-state.ts';

const words = (order: Partial<ShownOrder>): string => {
  const cupSteps = order.cupSteps ?? [0];
  const step = Math.min(...cupSteps) as ShownOrder['step'];
  const { key, cup, cups } = shownState({ status: OrderStatus.created, step, cancelEvent: null, cupSteps, ...order });
  return cup === 0 ? key : `${key} ${cup}/${cups}`;
};

describe('what people are told about an order', () => {
  test.each<[Partial<ShownOrder>, string]>([
    [{ status: 1 }, 'awaitingPayment'],
    [{ status: 2 }, 'paymentFailed'],
    [{ status: 2, cancelEvent: 11101 }, 'cancelled'],
    [{ status: 2, cancelEvent: 11102 }, 'expired'],
    [{ status: 3 }, 'queued'],
    [{ status: 3, cupSteps: [1] }, 'making'],
    [{ status: 3, cupSteps: [0, 0, 0] }, 'queued'],
    // the order's step is its slowest cup's
    [{ status: 3, cupSteps: [1, 0, 0] }, 'makingSome 1/3'],
    [{ status: 3, cupSteps: [2, 0, 0] }, 'makingSome 2/3'],
    [{ status: 3, cupSteps: [2, 1, 0] }, 'makingSome 2/3'],
    [{ status: 3, cupSteps: [2, 4, 1] }, 'makingSome 3/3'],
    [{ status: 4, cupSteps: [4] }, 'failed'],
    [{ status: 4, cupSteps: [2, 4, 3] }, 'someFailed 1/3'],
    [{ status: 4, cupSteps: [4, 4] }, 'failed'],
    [{ status: 5, cupSteps: [2, 2] }, 'awaitingPickup'],
    [{ status: 6, cupSteps: [3] }, 'pickedUp'],
    [{ status: 7, cupSteps: [6] }, 'timedOut'],
  ])('%o: %s', (order, shown) => {
    expect(words(order)).toBe(shown);
  });
});

describe('what became of a failure', () => {
  const failed = { status: 4, refundLabel: 'none', refundStatus: null, paymentIssue: false } as const;
  test.each([
    [failed, 'waiting'],
    [{ ...failed, refundLabel: 'refunding', refundStatus: 101 }, 'refunding'],
    [{ ...failed, refundLabel: 'refunded', refundStatus: 102 }, 'refunded'],
    [{ ...failed, refundLabel: 'partiallyRefunded', refundStatus: 102 }, 'refunded'],
    // the first refund is back, the next one is asked for
    [{ ...failed, refundLabel: 'partiallyRefunded', refundStatus: 100 }, 'refunding'],
    [{ ...failed, refundLabel: 'rejected', refundStatus: 103 }, 'waiting'],
    [{ ...failed, status: 3 }, 'madeAgain'],
    [{ ...failed, status: 6 }, 'madeAgain'],
    [{ ...failed, status: 6, paymentIssue: true }, 'waiting'],
  ] as const)('%o: %s', (order, outcome) => {
    expect(failureOutcome(order)).toBe(outcome);
  });
});
