import { OrderStep } from '#domains/orders/contract/order.ts';
import {
  decideRefund,
  type RefundableOrder,
  type RefundDecision,
  refundableAmount,
} from '#domains/orders/rules/refund.ts';

/** One cup of an order, in the order of the cups. */
export interface RefundableDrink {
  readonly lineNo: number;
  readonly step: OrderStep;
  /** A refund for this very cup exists already. */
  readonly refunded: boolean;
}

export interface RefundableLine {
  readonly lineNo: number;
  readonly quantity: number;
  /** What the whole line cost the customer, minor units (practice 3.3). */
  readonly payableMinor: number;
}

/**
 * What the cup after `refundedBefore` others of its line is worth, minor units: round(payable × k / q), and the next cup
 * gets the difference, so that all cups together return the line exactly (practice 3.3; half up).
 */
export function drinkRefundAmount(line: RefundableLine, refundedBefore: number): number {
  return shareOf(line, refundedBefore + 1) - shareOf(line, refundedBefore);
}

function shareOf(line: RefundableLine, cups: number): number {
  const quantity = BigInt(line.quantity);
  return Number((2n * BigInt(line.payableMinor) * BigInt(cups) + quantity) / (2n * quantity));
}

export type AutomaticRefundDecision =
  | (Extract<RefundDecision, { allowed: true }> & { readonly drinks: readonly number[] })
  | {
      readonly allowed: false;
      /** `already-open`: ask again when the open application has closed, so that no failed cup stays unpaid back. */
      readonly because: Extract<RefundDecision, { allowed: false }>['because'] | 'switched-off' | 'nothing-failed';
    };

/**
 * The refund of all failed cups that have none yet (practice 3.2, event 2252). It looks at all of them, not at the one
 * that just failed: a second failure while the first refund is open is made good when this is asked again. Where every
 * cup of the order has failed, everything goes back, the extra amount and the rounding with it (practice 3.3).
 * `drinks` in the answer are indexes into `drinks`.
 */
export function decideAutomaticRefund(
  order: RefundableOrder,
  lines: readonly RefundableLine[],
  drinks: readonly RefundableDrink[],
  autoRefundOnFailure: boolean,
): AutomaticRefundDecision {
  if (!autoRefundOnFailure) return { allowed: false, because: 'switched-off' };
  const owed = drinks.flatMap((drink, index) => (drink.step === OrderStep.failed && !drink.refunded ? [index] : []));
  if (owed.length === 0) return { allowed: false, because: 'nothing-failed' };
  const everythingFailed = drinks.every((drink) => drink.step === OrderStep.failed);
  const left = refundableAmount(order);
  // staff may have returned more by hand than the other cups are worth
  const amount = everythingFailed ? left : Math.min(left, worthOf(owed, lines, drinks));
  // a cup that cost nothing leaves nothing to send back
  if (amount === 0 && left > 0) return { allowed: false, because: 'nothing-failed' };
  const decision = decideRefund(order, amount, 'automatic');
  return decision.allowed ? { ...decision, drinks: owed } : decision;
}

function worthOf(
  owed: readonly number[],
  lines: readonly RefundableLine[],
  drinks: readonly RefundableDrink[],
): number {
  return lines.reduce((total, line) => {
    const before = drinks.filter((drink) => drink.lineNo === line.lineNo && drink.refunded).length;
    const now = owed.filter((index) => drinks[index]?.lineNo === line.lineNo).length;
    return total + shareOf(line, before + now) - shareOf(line, before);
  }, 0);
}
