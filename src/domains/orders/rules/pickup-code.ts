import { OrderStatus } from '#domains/orders/contract/order.ts';

const CODES = 10_000;

/** Statuses in which an order holds its code; 6, 7 and 4 release it (practice 2.4). */
export const CODE_HOLDING_STATUSES: readonly OrderStatus[] = [OrderStatus.paidInQueue, OrderStatus.awaitingPickup];

/**
 * A four-digit code that no waiting order of the robot holds (practice 2.4): the first free one from `start` upward,
 * beginning again at 0000. The caller draws `start` (0 … 9999) at random so that codes cannot be guessed from the one
 * before. `null`: all ten thousand are held.
 */
export function freePickupCode(held: ReadonlySet<string>, start: number): string | null {
  for (let i = 0; i < CODES; i += 1) {
    const code = String((start + i) % CODES).padStart(4, '0');
    if (!held.has(code)) return code;
  }
  return null;
}
