import { expect, test } from 'vitest';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { decideMoneyConfirmed, type PayableOrder } from './confirm-money.ts';

const unpaid: PayableOrder = {
  status: OrderStatus.created,
  step: OrderStep.unmade,
  cancelled: false,
  payableMinor: 4500,
  currency: 'NOK',
};
const inFull = { amountMinor: 4500, currency: 'NOK' };

test('the expected money starts production', () => {
  for (const status of [OrderStatus.created, OrderStatus.paymentFailed]) {
    expect(decideMoneyConfirmed({ ...unpaid, status }, inFull)).toEqual({
      outcome: 'produce',
      state: { status: 3, step: 0, cancelled: false },
      event: 2201,
    });
  }
});

test.each([
  { amountMinor: 4499, currency: 'NOK' },
  { amountMinor: 4501, currency: 'NOK' },
  { amountMinor: 4500, currency: 'SEK' },
])('%o for an order of 4500 NOK flags the order and makes nothing', (received) => {
  expect(decideMoneyConfirmed(unpaid, received)).toEqual({ outcome: 'mismatch', paymentIssue: true });
});

test('a second confirmation is a no-op', () => {
  for (const status of [3, 4, 5, 6, 7] as const) {
    expect(decideMoneyConfirmed({ ...unpaid, status }, inFull)).toEqual({ outcome: 'already-paid' });
  }
});

test('money for a cancelled or expired order goes back in full, whatever came', () => {
  const cancelled = { ...unpaid, status: OrderStatus.paymentFailed, cancelled: true };
  expect(decideMoneyConfirmed(cancelled, inFull)).toEqual({
    outcome: 'too-late',
    refundMinor: 4500,
    paymentIssue: true,
  });
  expect(decideMoneyConfirmed(cancelled, { amountMinor: 10, currency: 'NOK' })).toMatchObject({ refundMinor: 10 });
});
