import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { OrderState } from '#domains/orders/rules/order-status.ts';

/** Domain 9: five hours without a change of step. Real elapsed seconds, so summer time has no part in it (practice 2.2). */
export const STALE_AFTER_SECONDS = 18_000;
/** Practice 2.2: an order that is not paid in this time is cancelled by the system. */
export const UNPAID_EXPIRES_AFTER_SECONDS = 900;

/** Statuses that can stall; 1, 2, 4 and 6 never become 7. */
export const STALLING_STATUSES: readonly OrderStatus[] = [OrderStatus.paidInQueue, OrderStatus.awaitingPickup];

/** An order of a stalling status is stale when its last change of status or step lies before this instant. */
export function staleBefore(now: Date): Date {
  return new Date(now.getTime() - STALE_AFTER_SECONDS * 1000);
}

/** Strictly more than five hours since the last change of status or step (domain 4, practice 2.2). */
export function isStale(order: { readonly status: OrderStatus; readonly changedAt: Date }, now: Date): boolean {
  return STALLING_STATUSES.includes(order.status) && order.changedAt.getTime() < staleBefore(now).getTime();
}

/** When an order created at `createdAt` expires if nothing is paid. */
export function unpaidExpiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + UNPAID_EXPIRES_AFTER_SECONDS * 1000);
}

/** Whether it was not paid in time; only what still waits for money has an expiry. */
export function isUnpaidExpired(
  { status, cancelled }: Pick<OrderState, 'status' | 'cancelled'>,
  expiresAt: Date | null,
  now: Date,
): boolean {
  const waitsForMoney = !cancelled && (status === OrderStatus.created || status === OrderStatus.paymentFailed);
  return waitsForMoney && expiresAt !== null && expiresAt <= now;
}
