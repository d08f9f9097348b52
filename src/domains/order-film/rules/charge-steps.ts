import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { reductionsOf } from '#domains/pricing/rules/order-amounts.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { ChargeStep } from '../contract/film.ts';

export type ChargedOrder = Pick<OrderDetail, 'lines' | 'money' | 'refunds' | 'channel' | 'paidAt' | 'coupon'> & {
  readonly pricing: Pick<NonNullable<OrderDetail['pricing']>, 'channelDiscountPercent'> | null;
};

const part = (step: ChargeStep['step'], amountMinor: number, facts: ChargeStep['facts'] = {}): ChargeStep[] =>
  amountMinor === 0 ? [] : [{ step, amountMinor, role: 'part', facts }];
const sum = (step: ChargeStep['step'], amountMinor: number, facts: ChargeStep['facts'] = {}): ChargeStep => ({
  ...{ step, amountMinor, role: 'sum', facts },
});

/**
 * Why a customer was charged, from list price to what is kept (practice 4.1, 3.2), minor units: the parts between two sums
 * add up to the later one, `paid` begins anew with the money that came, notes are part of nothing.
 */
export function chargeSteps({ lines, money, refunds, channel, paidAt, coupon, pricing }: ChargedOrder): ChargeStep[] {
  const { reducedMinor, channelDiscountMinor } = reductionsOf(lines);
  const { subtotalMinor, discountMinor, extraMinor, taxMinor, roundingAdjustmentMinor, payableMinor } = money;
  const isExclusive = money.taxMode === 'exclusive';
  const returned = refunds.filter(({ status }) => status === RefundStatus.returned).toReversed();
  const open = refunds.filter(({ status }) =>
    ([RefundStatus.requestedByCustomer, RefundStatus.requestedByStaff] as number[]).includes(status),
  );
  return [
    ...lines.flatMap((line) =>
      part('line', line.listPriceMinor * line.quantity, {
        ...{ name: line.name, quantity: line.quantity, unitMinor: line.listPriceMinor },
        options: line.options.map(({ name }) => name).join(', '),
      }),
    ),
    ...part('reduced', -reducedMinor),
    ...part('channel', -channelDiscountMinor, { channel, percent: pricing?.channelDiscountPercent ?? null }),
    sum('subtotal', subtotalMinor),
    ...part('coupon', -discountMinor, { name: coupon?.title ?? null }),
    ...part('extra', extraMinor),
    ...(isExclusive ? part('tax', taxMinor) : []),
    ...part('rounding', roundingAdjustmentMinor),
    sum('total', payableMinor),
    ...(isExclusive
      ? []
      : money.taxes.map((tax) => ({
          ...{ step: 'taxIncluded' as const, amountMinor: tax.taxMinor, role: 'note' as const },
          facts: { rate: tax.rate },
        }))),
    sum('paid', money.paidMinor, { at: paidAt }),
    ...returned.flatMap((refund) =>
      part('refund', -refund.amountMinor, {
        ...{ reason: refund.reason, origin: refund.origin, at: refund.completedAt, cups: refund.drinkNos.length },
      }),
    ),
    ...open.map((refund) => ({
      ...{ step: 'refundOpen' as const, amountMinor: -refund.amountMinor, role: 'note' as const },
      facts: { reason: refund.reason, origin: refund.origin, at: refund.requestedAt },
    })),
    sum('kept', money.paidMinor - money.refundedMinor),
  ];
}
