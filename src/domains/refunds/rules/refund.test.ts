import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import {
  decideRefund,
  decideRefundAnswer,
  decideSettlement,
  decideWithdrawal,
  isOpenRefund,
  orderRefundStatus,
  type RefundableOrder,
  type RefundFacts,
  refundableAmount,
  refundBlocker,
  refundedAmount,
  refundLabel,
} from './refund.ts';

const aRefund = (facts: Partial<RefundFacts> = {}): RefundFacts => ({
  status: RefundStatus.returned,
  providerState: 'succeeded',
  amountMinor: 200,
  ...facts,
});
const aPaidOrder = (facts: Partial<RefundableOrder> = {}): RefundableOrder => ({
  status: OrderStatus.pickedUp,
  paidMinor: 500,
  refunds: [],
  disputedMinor: 0,
  ...facts,
});
const returned = (amountMinor: number) => aRefund({ amountMinor });
const asked = aRefund({ status: RefundStatus.requestedByCustomer, providerState: null });
const pending = aRefund({ status: RefundStatus.requestedByStaff, providerState: 'pending' });
const rejected = aRefund({ status: RefundStatus.rejected, providerState: null });
const withdrawn = aRefund({ status: RefundStatus.withdrawn, providerState: null });

describe('asking for money back', () => {
  test.each([
    [[], 500, { allowed: true, isFull: true }],
    [[], 499, { allowed: true, isFull: false }],
    [[], 501, { allowed: false, because: 'exceeds-paid' }],
    [[returned(200)], 300, { allowed: true, isFull: true }],
    [[returned(200)], 301, { allowed: false, because: 'exceeds-paid' }],
    [[returned(200), returned(300)], 1, { allowed: false, because: 'already-refunded' }],
    [[pending], 1, { allowed: false, because: 'already-open' }],
    [[asked], 1, { allowed: false, because: 'already-open' }],
    [
      [aRefund({ status: RefundStatus.requestedByStaff, providerState: 'failed' })],
      1,
      { allowed: false, because: 'already-open' },
    ],
    [[rejected], 500, { allowed: true, isFull: true }],
    [[withdrawn], 500, { allowed: true, isFull: true }],
  ])('after %o, %i of 500', (refunds, amount, answer) => {
    expect(decideRefund(aPaidOrder({ refunds }), amount, 'staff')).toMatchObject(answer);
  });

  test.each([
    [aPaidOrder(), undefined],
    [aPaidOrder({ refunds: [returned(200)] }), undefined],
    [aPaidOrder({ refunds: [rejected] }), undefined],
    [aPaidOrder({ refunds: [returned(500)] }), 'already-refunded'],
    [aPaidOrder({ refunds: [pending] }), 'already-open'],
    [aPaidOrder({ refunds: [returned(100), { ...asked, amountMinor: 400 }] }), 'already-open'],
    [aPaidOrder({ paidMinor: 0 }), 'not-paid'],
    [aPaidOrder({ status: OrderStatus.created }), undefined],
    [aPaidOrder({ status: OrderStatus.paymentFailed }), undefined],
    [aPaidOrder({ disputedMinor: 500 }), 'disputed'],
    [aPaidOrder({ disputedMinor: 200 }), undefined],
    [aPaidOrder({ refunds: [returned(300)], disputedMinor: 200 }), 'disputed'],
  ])('a screen tells the reason that the decision would have: %o', (order, reason) => {
    const known = { ...order, leftMinor: refundableAmount(order), refundStatus: orderRefundStatus(order.refunds) };
    expect(refundBlocker(known)).toBe(reason);
    const decision = decideRefund(order, 1, 'staff');
    expect(decision.allowed ? undefined : decision.because).toBe(reason);
  });

  test('what a bank has taken of an order does not go back a second time', () => {
    const order = aPaidOrder({ disputedMinor: 200 });
    expect(refundableAmount(order)).toBe(300);
    expect(decideRefund(order, 301, 'staff')).toEqual({ allowed: false, because: 'exceeds-paid' });
    expect(decideRefund(order, 300, 'automatic')).toMatchObject({ allowed: true, isFull: true });
  });

  test('an order that was not paid has nothing to return', () => {
    expect(decideRefund(aPaidOrder({ paidMinor: 0 }), 1, 'staff')).toEqual({ allowed: false, because: 'not-paid' });
  });

  test('a customer asks, staff and the system return at once', () => {
    expect(decideRefund(aPaidOrder(), 1, 'customer')).toMatchObject({ status: 100, providerState: null, event: 10101 });
    expect(decideRefund(aPaidOrder(), 1, 'staff')).toMatchObject({
      status: 101,
      providerState: 'pending',
      event: 10102,
    });
    expect(decideRefund(aPaidOrder(), 1, 'automatic')).toMatchObject({
      status: 101,
      providerState: 'pending',
      event: 10102,
    });
  });

  test('money that came for a cancelled order goes back by itself or by staff, and not by the customer', () => {
    const cancelled = aPaidOrder({ status: OrderStatus.paymentFailed });
    expect(decideRefund(cancelled, 500, 'automatic')).toMatchObject({ allowed: true, isFull: true });
    expect(decideRefund(cancelled, 500, 'staff')).toMatchObject({ allowed: true, isFull: true });
    expect(decideRefund(cancelled, 500, 'customer')).toMatchObject({ allowed: false });
  });
});

describe('answers to a request', () => {
  test.each([
    [asked, { agree: true }, { allowed: true, status: 100, providerState: 'pending' }],
    [asked, { agree: false, reason: 'drink was fine' }, { allowed: true, status: 103, providerState: null }],
    [asked, { agree: false }, { allowed: false, because: 'reason-required' }],
    [asked, { agree: false, reason: '  ' }, { allowed: false, because: 'reason-required' }],
    [aRefund({ status: 100, providerState: 'pending' }), { agree: true }, { allowed: false, because: 'not-open' }],
    [
      aRefund({ status: 100, providerState: 'failed' }),
      { agree: false, reason: 'x' },
      { allowed: false, because: 'not-open' },
    ],
    [pending, { agree: false, reason: 'x' }, { allowed: false, because: 'not-open' }],
    [returned(1), { agree: true }, { allowed: false, because: 'not-open' }],
    [rejected, { agree: true }, { allowed: false, because: 'not-open' }],
    [withdrawn, { agree: true }, { allowed: false, because: 'not-open' }],
  ])('%o, %o', (refund, answer, decision) => {
    expect(decideRefundAnswer(refund, answer)).toEqual(decision);
  });

  test('a request is withdrawn as long as nobody has answered', () => {
    expect(decideWithdrawal(asked)).toEqual({ allowed: true, status: 104 });
    for (const refund of [
      pending,
      returned(1),
      rejected,
      withdrawn,
      aRefund({ status: 100, providerState: 'pending' }),
    ]) {
      expect(decideWithdrawal(refund)).toEqual({ allowed: false, because: 'not-open' });
    }
  });
});

describe('the provider answers', () => {
  test('success makes 102, a failure keeps the code and is tried again', () => {
    expect(decideSettlement(pending, 'succeeded')).toEqual({
      changes: true,
      status: 102,
      providerState: 'succeeded',
      event: 10201,
    });
    expect(decideSettlement(pending, 'failed')).toEqual({
      changes: true,
      status: 101,
      providerState: 'failed',
      event: null,
    });
    expect(decideSettlement({ ...pending, providerState: 'failed' }, 'succeeded')).toMatchObject({ status: 102 });
    for (const providerState of ['pending', 'failed'] as const)
      expect(decideSettlement({ ...pending, providerState }, 'refused')).toEqual({
        changes: true,
        status: 103,
        providerState: null,
        event: null,
      });
  });

  test('a word on a refund that is settled or was never sent changes nothing', () => {
    for (const refund of [asked, returned(1), rejected, withdrawn]) {
      for (const outcome of ['succeeded', 'failed', 'refused'] as const) {
        expect(decideSettlement(refund, outcome)).toEqual({ changes: false });
      }
    }
  });
});

test.each<[RefundFacts[], number | null]>([
  [[], null],
  [[asked], 100],
  [[rejected], 103],
  [[rejected, withdrawn], 104],
  [[returned(1)], 102],
  [[returned(1), rejected], 102],
  [[returned(1), asked], 100],
  [[rejected, pending], 101],
])('refunds %o show the order as %s', (refunds, status) => {
  expect(orderRefundStatus(refunds)).toBe(status);
});

test.each([
  [500, 0, null, 'none'],
  [500, 0, RefundStatus.requestedByCustomer, 'requested'],
  [500, 0, RefundStatus.requestedByStaff, 'refunding'],
  [500, 0, RefundStatus.rejected, 'rejected'],
  [500, 0, RefundStatus.withdrawn, 'withdrawn'],
  [500, 1, RefundStatus.returned, 'partiallyRefunded'],
  [500, 200, RefundStatus.requestedByStaff, 'partiallyRefunded'],
  [500, 500, RefundStatus.returned, 'refunded'],
] as const)('paid %i, returned %i, code %s: %s', (paidMinor, refundedMinor, refundStatus, label) => {
  expect(refundLabel({ paidMinor, refundedMinor, refundStatus })).toBe(label);
});

test('whatever people and the provider do in whatever order, no more is returned than was paid', () => {
  const acts = fc.oneof(
    fc.record({
      kind: fc.constant('ask' as const),
      amount: fc.integer({ min: 1, max: 700 }),
      origin: fc.constantFrom('customer' as const, 'staff' as const, 'automatic' as const),
    }),
    fc.record({ kind: fc.constant('answer' as const), agree: fc.boolean() }),
    fc.record({ kind: fc.constant('withdraw' as const) }),
    fc.record({
      kind: fc.constant('settle' as const),
      outcome: fc.constantFrom('succeeded' as const, 'failed' as const, 'refused' as const),
    }),
  );
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (story) => {
      const refunds: RefundFacts[] = [];
      const order = aPaidOrder({ refunds });
      for (const act of story) {
        if (act.kind === 'ask') {
          const decision = decideRefund(order, act.amount, act.origin);
          if (decision.allowed) refunds.push(decision);
        } else {
          for (const [i, refund] of refunds.entries()) {
            const decision =
              act.kind === 'answer'
                ? decideRefundAnswer(refund, { agree: act.agree, reason: 'because' })
                : act.kind === 'withdraw'
                  ? decideWithdrawal(refund)
                  : decideSettlement(refund, act.outcome);
            if (('allowed' in decision && decision.allowed) || ('changes' in decision && decision.changes)) {
              refunds[i] = { ...refund, ...decision };
            }
          }
        }
        const open = refunds.filter(isOpenRefund);
        expect(open.length).toBeLessThanOrEqual(1);
        const onTheWay = open.reduce((total, refund) => total + refund.amountMinor, 0);
        expect(refundedAmount(order) + onTheWay + refundableAmount(order)).toBe(order.paidMinor);
      }
    }),
  );
});
