import { expect, test } from 'vitest';
import type { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { decideRentalRefund, refundableOf } from './rental-refund.ts';

const refund = (status: RefundStatus, amountMinor: number) => ({ status, providerState: null, amountMinor });

test.each([
  ['nothing was paid', 0, [], 1, 'not-paid'],
  ['a part of it', 1_000, [], 400, false],
  ['all of it', 1_000, [], 1_000, true],
  ['more than was paid', 1_000, [], 1_001, 'exceeds-paid'],
  ['one is open', 1_000, [refund(100, 100)], 100, 'already-open'],
  ['the rest after one', 1_000, [refund(102, 400)], 600, true],
  ['more than the rest', 1_000, [refund(102, 400)], 601, 'exceeds-paid'],
  ['all went back', 1_000, [refund(102, 1_000)], 1, 'already-refunded'],
  ['one was refused', 1_000, [refund(103, 1_000)], 1_000, true],
] as const)('%s', (_, paidMinor, refunds, asked, outcome) => {
  const decision = decideRentalRefund({ paidMinor, refunds, disputedMinor: 0 }, asked, 'staff');
  if (typeof outcome === 'string') expect(decision).toEqual({ allowed: false, because: outcome });
  else expect(decision).toEqual({ allowed: true, status: 101, providerState: 'pending', isFull: outcome });
});

test('a customer asks, and waits for an answer', () => {
  const rental = { paidMinor: 500, refunds: [], disputedMinor: 0 };
  expect(decideRentalRefund(rental, 500, 'customer')).toMatchObject({ status: 100, providerState: null });
  expect(refundableOf({ paidMinor: 500, refunds: [refund(100, 200)], disputedMinor: 0 })).toBe(300);
});

test('a bank that disputes a rental, or has taken its money, keeps it from going back', () => {
  const rental = { paidMinor: 500, refunds: [], disputedMinor: 500 };
  expect(decideRentalRefund(rental, 100, 'staff')).toEqual({ allowed: false, because: 'disputed' });
  expect(refundableOf({ ...rental, disputedMinor: 200 })).toBe(300);
});
