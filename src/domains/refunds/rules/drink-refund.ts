import { OrderStep } from '#domains/orders/contract/order.ts';
import type { RefundOrigin } from '#domains/refunds/contract/refund.ts';
import {
  decideRefund,
  isOpenRefund,
  type RefundableOrder,
  type RefundDecision,
  refundableAmount,
} from '#domains/refunds/rules/refund.ts';
import { refundForUnits } from '#domains/refunds/rules/refund-share.ts';

/** One cup of an order. */
export interface RefundableDrink {
  readonly lineNo: number;
  readonly step: OrderStep;
  /** A refund of this very cup is open or has returned its money. */
  readonly refunded: boolean;
}

export interface RefundableLine {
  readonly lineNo: number;
  readonly quantity: number;
  /** What the whole line cost the customer, minor units (practice 3.3). */
  readonly payableMinor: number;
}

type Allowed = Extract<RefundDecision, { allowed: true }>;
type Refused = Extract<RefundDecision, { allowed: false }>;

export type DrinkRefundDecision =
  | (Allowed & {
      /** Indexes of the cups that are paid back. */
      readonly drinks: readonly number[];
    })
  | {
      readonly allowed: false;
      readonly because: Refused['because'] | 'drink-not-found' | 'drink-already-refunded' | 'nothing-left-for-drink';
    };

/**
 * A refund of chosen cups (indexes into `drinks`). With the last cup everything that is left goes back, the extra amount
 * and the rounding with it (practice 3.3); never more than is left, since an amount may have been returned by hand.
 */
export function decideDrinkRefund(
  order: RefundableOrder,
  lines: readonly RefundableLine[],
  drinks: readonly RefundableDrink[],
  asked: readonly number[],
  origin: RefundOrigin,
): DrinkRefundDecision {
  const chosen = [...new Set(asked)];
  if (order.refunds.some(isOpenRefund)) return { allowed: false, because: 'already-open' };
  if (chosen.length === 0 || chosen.some((index) => drinks[index] === undefined)) {
    return { allowed: false, because: 'drink-not-found' };
  }
  if (chosen.some((index) => drinks[index]?.refunded)) return { allowed: false, because: 'drink-already-refunded' };
  const left = refundableAmount(order);
  const isLastCup = drinks.every((drink, index) => drink.refunded || chosen.includes(index));
  const worth = isLastCup ? left : Math.min(left, worthOf(chosen, lines, drinks));
  if (worth === 0 && left > 0) return { allowed: false, because: 'nothing-left-for-drink' };
  // 1 stands for an order with nothing left: the refusal then says why
  const decision = decideRefund(order, Math.max(1, worth), origin);
  return decision.allowed ? { ...decision, drinks: chosen } : decision;
}

export type AutomaticRefundDecision =
  | DrinkRefundDecision
  | { readonly allowed: false; readonly because: 'switched-off' | 'nothing-failed' };

/**
 * The refund of all failed cups that have none yet (practice 3.2, event 2252). It looks at all of them, not at the one
 * that just failed: a cup that fails while another refund is open (`already-open`) is made good when this is asked again,
 * after that one has closed.
 */
export function decideAutomaticRefund(
  order: RefundableOrder,
  lines: readonly RefundableLine[],
  drinks: readonly RefundableDrink[],
  autoRefundOnFailure: boolean,
): AutomaticRefundDecision {
  if (!autoRefundOnFailure) return { allowed: false, because: 'switched-off' };
  // the bank may have given back just this cup: people look at it
  if (order.disputedMinor > 0) return { allowed: false, because: 'disputed' };
  const owed = drinks.flatMap((drink, index) => (drink.step === OrderStep.failed && !drink.refunded ? [index] : []));
  if (owed.length === 0) return { allowed: false, because: 'nothing-failed' };
  return decideDrinkRefund(order, lines, drinks, owed, 'automatic');
}

/** What the customer paid for these cups (practice 3.3), minor units. */
export function worthOf(
  chosen: readonly number[],
  lines: readonly RefundableLine[],
  drinks: readonly RefundableDrink[],
): number {
  return lines.reduce((total, line) => {
    const before = drinks.filter((drink) => drink.lineNo === line.lineNo && drink.refunded).length;
    const cups = chosen.filter((index) => drinks[index]?.lineNo === line.lineNo).length;
    return total + refundForUnits(line.payableMinor, line.quantity, before, cups);
  }, 0);
}
