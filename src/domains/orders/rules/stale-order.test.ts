import { expect, test } from 'vitest';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { isStale, isUnpaidExpired, staleBefore, unpaidExpiryOf } from './stale-order.ts';

const changedAt = new Date('2027-03-27T22:00:00Z');
const secondsLater = (seconds: number) => new Date(changedAt.getTime() + seconds * 1000);

test.each([
  [OrderStatus.paidInQueue, 18_000, false],
  [OrderStatus.paidInQueue, 18_000.001, true],
  [OrderStatus.awaitingPickup, 18_001, true],
  [OrderStatus.awaitingPickup, 17_999, false],
  [OrderStatus.created, 1_000_000, false],
  [OrderStatus.paymentFailed, 1_000_000, false],
  [OrderStatus.makeFailed, 1_000_000, false],
  [OrderStatus.pickedUp, 1_000_000, false],
  [OrderStatus.exception, 1_000_000, false],
])('status %i, %d seconds without a change: stale %s', (status, seconds, stale) => {
  expect(isStale({ status, changedAt }, secondsLater(seconds))).toBe(stale);
});

test('five hours are elapsed time, also over the night in which clocks change', () => {
  // 23:00 in Oslo before the change to summer time; five hours later the clock there shows 05:00
  expect(staleBefore(new Date('2027-03-28T03:00:00Z'))).toEqual(changedAt);
});

test.each([
  [{ status: OrderStatus.created, cancelled: false }, 899, false],
  [{ status: OrderStatus.created, cancelled: false }, 900, true],
  [{ status: OrderStatus.paymentFailed, cancelled: false }, 900, true],
  [{ status: OrderStatus.paymentFailed, cancelled: true }, 900, false],
  [{ status: OrderStatus.paidInQueue, cancelled: false }, 5000, false],
])('%o, %i seconds after its creation: expired %s', (facts, seconds, expired) => {
  expect(isUnpaidExpired(facts, unpaidExpiryOf(changedAt), secondsLater(seconds))).toBe(expired);
});
