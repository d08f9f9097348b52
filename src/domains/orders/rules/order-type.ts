import { OrderType } from '../contract/order.ts';

/**
 * Made again once it was sent to a robot anew, whatever it cost; free where there was nothing to pay, minor units; a drink order
 * otherwise (settled 92). `ORDER_TYPE` of the list says the same in SQL.
 */
export function orderType(order: { readonly payableMinor: number; readonly wasRemade: boolean }): OrderType {
  if (order.wasRemade) return OrderType.remade;
  return order.payableMinor === 0 ? OrderType.free : OrderType.drink;
}
