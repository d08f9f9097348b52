import { describe, expect, test } from 'vitest';
import { elapsedSeconds, type MoneyAttempt, moneyState, settleHold, spreadRefund, taxWithin } from './rental-money.ts';

const hold = (more: Partial<MoneyAttempt> = {}): MoneyAttempt => ({
  ...{
    purpose: 'deposit',
    status: 'held',
    amountMinor: 3_000,
    heldMinor: 3_000,
    captureMinor: null,
    isWithdrawn: false,
  },
  ...more,
});
const sale = (status: MoneyAttempt['status'], amountMinor: number): MoneyAttempt => ({
  ...{ purpose: 'sale', status, amountMinor, heldMinor: null, captureMinor: null, isWithdrawn: false },
});

describe('what of a hold is taken', () => {
  test.each([
    // held, fee, capture, release, charge (the examples of practice 8.4 first)
    [3_000, 600, 600, 2_400, 0],
    [1_000, 1_500, 1_000, 0, 500],
    [3_000, 3_000, 3_000, 0, 0],
    [3_000, 0, 0, 3_000, 0],
    [0, 700, 0, 0, 700],
  ])('of %i for %i', (held, fee, captureMinor, releaseMinor, chargeMinor) => {
    expect(settleHold(held, fee)).toEqual({ captureMinor, releaseMinor, chargeMinor });
  });
});

describe('what is paid, waited for and open', () => {
  test.each<[string, MoneyAttempt[], number | null, number[]]>([
    ['a hold while it is lent', [hold()], null, [0, 0, 3_000, 0]],
    ['a hold when the fee is known', [hold()], 600, [0, 0, 3_000, 600]],
    ['a capture on its way', [hold({ captureMinor: 600 })], 600, [0, 600, 0, 0]],
    [
      'a capture that is confirmed',
      [hold({ status: 'succeeded', amountMinor: 600, captureMinor: 600 })],
      600,
      [600, 0, 0, 0],
    ],
    ['a hold that lapsed', [hold({ status: 'cancelled' })], 600, [0, 0, 0, 600]],
    ['a hold that is let go', [hold({ isWithdrawn: true })], 0, [0, 0, 0, 0]],
    [
      'a charge beside the hold',
      [hold({ status: 'succeeded', amountMinor: 1_000 }), sale('created', 500)],
      1_500,
      [1_000, 500, 0, 0],
    ],
    [
      'a charge that was declined',
      [hold({ status: 'succeeded', amountMinor: 1_000 }), sale('failed', 500)],
      1_500,
      [1_000, 0, 0, 500],
    ],
    ['a second hold beside the first', [hold({ isWithdrawn: true }), hold()], null, [0, 0, 3_000, 0]],
  ])('%s', (_, attempts, fee, [paidMinor, pendingMinor, heldMinor, openMinor]) => {
    expect(moneyState(attempts, fee)).toEqual({ paidMinor, pendingMinor, heldMinor, openMinor });
  });
});

test.each([
  [1_250, 250_000, 250],
  [1_500, 250_000, 300],
  [600, 0, 0],
  [100, 60_000, 6],
])('tax within %i at %i millionths', (fee, rate, tax) => {
  expect(taxWithin(fee, rate)).toBe(tax);
});

test('seconds are counted up, and a clock that goes back counts none', () => {
  const start = new Date('2027-03-01T10:00:00Z');
  expect(elapsedSeconds(start, new Date('2027-03-01T10:05:00.001Z'))).toBe(301);
  expect(elapsedSeconds(start, new Date('2027-03-01T09:00:00Z'))).toBe(0);
});

test('a refund is spread over the payments, or is more than they have', () => {
  const payments = [{ leftMinor: 1_000 }, { leftMinor: 0 }, { leftMinor: 500 }];
  expect(spreadRefund(payments, 1_200)?.map(({ amountMinor }) => amountMinor)).toEqual([1_000, 200]);
  expect(spreadRefund(payments, 1_000)).toHaveLength(1);
  expect(spreadRefund(payments, 1_501)).toBeUndefined();
});
