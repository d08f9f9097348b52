import { OrderType } from '../contract/order.ts';

/**
 * Made again once staff has sent it to the robot anew, whatever it cost; free where there was nothing to pay, minor units;
 * a drink order otherwise.
 */
export function orderType(order: { readonly payableMinor: number; readonly wasRemade: boolean }): OrderType {
  if (order.wasRemade) return OrderType.remade;
  return order.payableMinor === 0 ? OrderType.free : OrderType.drink;
}

/** Staff alone brings an order back into the queue (practice 2.2); the table writes no event for it. */
export const isRemake = (entry: {
  readonly code: number | null;
  readonly status: number;
  readonly step: number;
  readonly source: string;
}): boolean => entry.code === null && entry.status === 3 && entry.step === 0 && entry.source === 'staff';
