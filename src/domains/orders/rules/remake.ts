import { type OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { type RefundableDrink, type RefundableLine, worthOf } from '#domains/refunds/rules/drink-refund.ts';
import { type RefundFacts, refundableAmount } from '#domains/refunds/rules/refund.ts';

export type RemakeDecision =
  | {
      readonly allowed: true;
      /** Indexes of the cups that are made again. */
      readonly drinks: readonly number[];
    }
  | { readonly allowed: false; readonly because: 'already-refunded' };

/**
 * Which failed cups may be made again (settled 153): those whose money has neither gone back nor is on its way. Where an
 * amount went back that names no cup, what is left must still pay for them.
 */
export function decideRemake(
  order: { readonly status: OrderStatus; readonly paidMinor: number; readonly refunds: readonly RefundFacts[] },
  lines: readonly RefundableLine[],
  drinks: readonly RefundableDrink[],
): RemakeDecision {
  const owed = drinks.flatMap((drink, index) => (drink.step === OrderStep.failed && !drink.refunded ? [index] : []));
  // who pays for a cup in the end does not matter to who waits for it
  const left = refundableAmount({ ...order, disputedMinor: 0 });
  const isPaidFor = left === order.paidMinor || left >= worthOf(owed, lines, drinks);
  return owed.length > 0 && isPaidFor
    ? { allowed: true, drinks: owed }
    : { allowed: false, because: 'already-refunded' };
}
