import { expect, test } from 'vitest';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { RefundFacts } from '#domains/refunds/rules/refund.ts';
import { decideRemake } from './remake.ts';

const { failed, made } = OrderStep;
const lines = [{ lineNo: 1, quantity: 3, payableMinor: 3_000 }];
const cup = (step: OrderStep, refunded = false) => ({ lineNo: 1, step, refunded });
const refund = (amountMinor: number, status: RefundFacts['status']): RefundFacts => ({
  amountMinor,
  status,
  providerState: 'pending',
});
const remake = (drinks: ReturnType<typeof cup>[], refunds: RefundFacts[] = []) => {
  const decision = decideRemake({ status: OrderStatus.makeFailed, paidMinor: 3_000, refunds }, lines, drinks);
  return decision.allowed ? decision.drinks : decision.because;
};

test('failed cups are made again, those that are paid back are not', () => {
  expect(remake([cup(failed), cup(made), cup(failed)])).toEqual([0, 2]);
  expect(remake([cup(failed), cup(failed, true), cup(made)], [refund(1_000, 102)])).toEqual([0]);
  expect(remake([cup(failed, true), cup(made), cup(made)], [refund(1_000, 101)])).toBe('already-refunded');
});

test('what is left must pay for them where an amount went back', () => {
  expect(remake([cup(failed), cup(failed), cup(failed)], [refund(3_000, 102)])).toBe('already-refunded');
  expect(remake([cup(failed), cup(failed), cup(failed)], [refund(500, 100)])).toBe('already-refunded');
  expect(remake([cup(failed), cup(made), cup(made)], [refund(500, 102)])).toEqual([0]);
  // refused and withdrawn applications moved nothing
  expect(remake([cup(failed), cup(failed), cup(failed)], [refund(3_000, 103)])).toEqual([0, 1, 2]);
});

test('a free drink that failed is made again', () => {
  const free = { status: OrderStatus.makeFailed, paidMinor: 0, refunds: [] };
  const decision = decideRemake(free, [{ ...lines[0]!, payableMinor: 0 }], [cup(failed)]);
  expect(decision).toEqual({ allowed: true, drinks: [0] });
});
