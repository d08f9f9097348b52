import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { sumMinor, timesMinor } from '#platform/money/rules/money.ts';

/** Minor units of one currency. */
export interface OrderAmounts {
  readonly taxMode: 'inclusive' | 'exclusive';
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  readonly extraMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly roundingAdjustmentMinor: number;
  readonly payableMinor: number;
  readonly lines: readonly { readonly amountMinor: number; readonly discountMinor: number }[];
}

/**
 * Lines, discount, extra amount, tax and step make exactly what the customer is asked for (practice 4.1). Looked at where
 * an order is written down, charged and paid back (security 19.5).
 */
export function mustAddUp(orderNo: string, amounts: OrderAmounts): void {
  const { subtotalMinor, discountMinor, extraMinor, taxMinor, totalMinor, roundingAdjustmentMinor, payableMinor } =
    amounts;
  const added = amounts.taxMode === 'exclusive' ? taxMinor : 0;
  const lines = amounts.lines.reduce((sum, line) => sum + line.amountMinor, 0);
  const discounts = amounts.lines.reduce((sum, line) => sum + line.discountMinor, 0);
  const holds =
    lines === subtotalMinor &&
    discounts === discountMinor &&
    subtotalMinor - discountMinor + extraMinor + added === totalMinor &&
    totalMinor + roundingAdjustmentMinor === payableMinor &&
    payableMinor >= 0;
  mustHold('order.amounts-add-up', holds, {
    object: orderNo,
    lines,
    subtotalMinor,
    discountMinor,
    totalMinor,
    payableMinor,
  });
}

/** Never more goes back than came, and nothing negative is either (practice 3.2). Minor units. */
export function mustStayWithinPaid(
  orderNo: string,
  { paidMinor, refundedMinor }: { readonly paidMinor: number; readonly refundedMinor: number },
): void {
  mustHold('order.refunded-within-paid', refundedMinor >= 0 && refundedMinor <= paidMinor, {
    object: orderNo,
    paidMinor,
    refundedMinor,
  });
}

/** What made the goods cheaper than their list price before any coupon, minor units; the four amounts add up. */
export function reductionsOf(
  lines: readonly {
    readonly listPriceMinor: number;
    readonly quantity: number;
    readonly amountMinor: number;
    readonly channelDiscountMinor: number;
  }[],
): { listMinor: number; reducedMinor: number; channelDiscountMinor: number; subtotalMinor: number } {
  const listMinor = sumMinor(lines.map((line) => timesMinor(line.listPriceMinor, line.quantity)));
  const channelDiscountMinor = sumMinor(lines.map((line) => line.channelDiscountMinor));
  const subtotalMinor = sumMinor(lines.map((line) => line.amountMinor));
  return {
    listMinor,
    reducedMinor: listMinor - channelDiscountMinor - subtotalMinor,
    channelDiscountMinor,
    subtotalMinor,
  };
}
