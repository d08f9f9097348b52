import { describe, expect, test } from 'vitest';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { decideAutomaticRefund, decideDrinkRefund, type RefundableDrink, type RefundableLine } from './drink-refund.ts';
import type { RefundableOrder } from './refund.ts';

const lines: RefundableLine[] = [
  { lineNo: 1, quantity: 2, payableMinor: 1001 },
  { lineNo: 2, quantity: 1, payableMinor: 300 },
];
const cup = (lineNo: number, facts: Partial<RefundableDrink> = {}): RefundableDrink => ({
  lineNo,
  step: OrderStep.made,
  refunded: false,
  ...facts,
});
const failed = { step: OrderStep.failed };
// 1301 for the cups and 99 of extra amount
const order: RefundableOrder = { status: OrderStatus.makeFailed, paidMinor: 1400, refunds: [], disputedMinor: 0 };
const paidBack = (amountMinor: number) =>
  ({ status: RefundStatus.returned, providerState: 'succeeded', amountMinor }) as const;

describe('a failed cup is paid back by itself', () => {
  test('with its share of the line, without the extra amount', () => {
    expect(decideAutomaticRefund(order, lines, [cup(1, failed), cup(1), cup(2)], true)).toMatchObject({
      allowed: true,
      amountMinor: 501,
      drinks: [0],
      isFull: false,
      status: 101,
      event: 10102,
    });
  });

  test('the second cup of the line gets the difference', () => {
    const drinks = [cup(1, { ...failed, refunded: true }), cup(1, failed), cup(2)];
    expect(decideAutomaticRefund({ ...order, refunds: [paidBack(501)] }, lines, drinks, true)).toMatchObject({
      amountMinor: 500,
      drinks: [1],
    });
  });

  test('when every cup has failed, everything goes back, the extra amount with it', () => {
    const drinks = [cup(1, failed), cup(1, failed), cup(2, failed)];
    expect(decideAutomaticRefund(order, lines, drinks, true)).toMatchObject({
      amountMinor: 1400,
      isFull: true,
      drinks: [0, 1, 2],
    });
  });

  test('two cups that fail one after the other are both made good in the end', () => {
    const first = { status: RefundStatus.requestedByStaff, providerState: 'pending', amountMinor: 501 } as const;
    const drinks = [cup(1, { ...failed, refunded: true }), cup(1), cup(2, failed)];
    expect(decideAutomaticRefund({ ...order, refunds: [first] }, lines, drinks, true)).toEqual({
      allowed: false,
      because: 'already-open',
    });
    expect(decideAutomaticRefund({ ...order, refunds: [paidBack(501)] }, lines, drinks, true)).toMatchObject({
      amountMinor: 300,
    });
  });

  test('never more than staff has left to return', () => {
    expect(
      decideAutomaticRefund({ ...order, refunds: [paidBack(1000)] }, lines, [cup(1, failed), cup(1), cup(2)], true),
    ).toMatchObject({ amountMinor: 400 });
    expect(
      decideAutomaticRefund({ ...order, refunds: [paidBack(1400)] }, lines, [cup(1, failed), cup(1), cup(2)], true),
    ).toEqual({ allowed: false, because: 'already-refunded' });
  });

  test('but not while a bank has money of the order, which may be just that', () => {
    const disputed = { ...order, disputedMinor: 700 };
    expect(decideAutomaticRefund(disputed, lines, [cup(1, failed), cup(1)], true)).toEqual({
      allowed: false,
      because: 'disputed',
    });
    expect(decideDrinkRefund(disputed, lines, [cup(1, failed), cup(1)], [0], 'staff')).toMatchObject({ allowed: true });
  });

  test('unless the tenant has switched that off, or nothing has failed', () => {
    expect(decideAutomaticRefund(order, lines, [cup(1, failed)], false)).toEqual({
      allowed: false,
      because: 'switched-off',
    });
    expect(decideAutomaticRefund(order, lines, [cup(1)], true)).toEqual({ allowed: false, because: 'nothing-failed' });
  });
});

describe('a refund of chosen cups', () => {
  const drinks = [cup(1), cup(1, { refunded: true }), cup(2)];
  const after = { ...order, refunds: [paidBack(500)] };

  test('a cup is paid back once', () => {
    expect(decideDrinkRefund(after, lines, drinks, [1], 'customer')).toEqual({
      allowed: false,
      because: 'drink-already-refunded',
    });
    expect(decideDrinkRefund(after, lines, drinks, [2, 2], 'customer')).toMatchObject({
      amountMinor: 300,
      drinks: [2],
      status: 100,
    });
  });

  test('the last cups take everything that is left with them', () => {
    expect(decideDrinkRefund(after, lines, drinks, [0, 2], 'staff')).toMatchObject({ amountMinor: 900, isFull: true });
  });

  test.each([[[]], [[3]], [[-1]]])('cups %j are not part of the order', (chosen) => {
    expect(decideDrinkRefund(after, lines, drinks, chosen, 'staff')).toEqual({
      allowed: false,
      because: 'drink-not-found',
    });
  });

  test('a cup that was given away has nothing to return', () => {
    const free = [lines[0]!, { lineNo: 2, quantity: 1, payableMinor: 0 }];
    expect(decideDrinkRefund(order, free, [cup(1), cup(2)], [1], 'staff')).toEqual({
      allowed: false,
      because: 'nothing-left-for-drink',
    });
  });

  test('an order without money has nothing to return', () => {
    expect(decideDrinkRefund({ ...order, paidMinor: 0 }, lines, drinks, [0], 'staff')).toEqual({
      allowed: false,
      because: 'not-paid',
    });
  });
});
