import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { roundHalfUp } from '#platform/money/rules/rounding.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { type ReceiptDocument, ReceiptLayout } from '../contract/receipt.ts';

/** The parts of an order that its documents are made from: all of them were written down at sale time. */
export type SoldOrder = Pick<
  OrderDetail,
  'orderNo' | 'receipt' | 'lines' | 'money' | 'currency' | 'sandbox' | 'refunds' | 'coupon'
> & {
  /** Earned, by the order's number, and taken back, by that of the refund; in points. */
  readonly points: ReadonlyMap<string, number>;
};

export interface PaidBy {
  readonly at: Date;
  readonly channel: string;
  /** What the tenant called the channel then. */
  readonly name: string;
}

type Refund = Pick<SoldOrder['refunds'][number], 'id' | 'amountMinor'> & { readonly completedAt: Date };

/** The receipt of a sale (practice 18.3). Amounts in minor units; the layout decides what stands on it, never what it costs. */
export function receiptOf(order: SoldOrder, paid: PaidBy): ReceiptDocument {
  const { money } = order;
  return {
    ...headOf(order, paid.at),
    kind: 'sale',
    refundNo: null,
    lines: order.lines.map((line) => ({
      name: line.name,
      options: line.options.map(({ name }) => name),
      quantity: line.quantity,
      unitMinor: line.unitMinor,
      amountMinor: line.amountMinor,
      taxRate: line.taxRate,
    })),
    subtotalMinor: money.subtotalMinor,
    discountMinor: money.discountMinor,
    couponTitle: order.coupon?.title ?? null,
    extraMinor: money.extraMinor,
    taxes: money.taxes,
    taxMinor: money.taxMinor,
    totalMinor: money.totalMinor,
    roundingAdjustmentMinor: money.roundingAdjustmentMinor,
    payableMinor: money.payableMinor,
    paymentChannel: paid.channel,
    paymentName: paid.name,
    points: order.points.get(order.orderNo) ?? null,
  };
}

/**
 * The document of one refund, which names the original. Its tax is its part of the sale's, rate by rate; `before` is what went
 * back earlier, so that the documents of an order that was given back in parts add up to its taxes.
 */
export const refundDocumentOf = (
  order: SoldOrder,
  paid: PaidBy,
  refund: Refund,
  beforeMinor: number,
): ReceiptDocument =>
  refundDocumentFrom(receiptOf(order, paid), { ...refund, points: order.points.get(refund.id) }, beforeMinor);

/** The same from the receipt of whatever was sold. */
export function refundDocumentFrom(
  sale: ReceiptDocument,
  /** With the points that went back with it. */
  refund: Refund & { readonly points?: number | undefined },
  beforeMinor: number,
): ReceiptDocument {
  const isWhole = refund.amountMinor === sale.payableMinor;
  const part = (minor: number): number => {
    const until = (givenBack: number): number =>
      sale.payableMinor === 0 ? 0 : roundHalfUp(BigInt(minor) * BigInt(givenBack), BigInt(sale.payableMinor));
    return until(beforeMinor + refund.amountMinor) - until(beforeMinor);
  };
  const taxes = sale.taxes.map(({ rate, baseMinor, taxMinor }) => ({
    ...{ rate, baseMinor: part(baseMinor), taxMinor: part(taxMinor) },
  }));
  return {
    ...sale,
    ...{ at: refund.completedAt.toISOString(), localTime: wallClock(refund.completedAt, sale.timeZone) },
    kind: 'refund',
    refundNo: refund.id,
    lines: isWhole ? sale.lines : [],
    subtotalMinor: isWhole ? sale.subtotalMinor : refund.amountMinor,
    discountMinor: isWhole ? sale.discountMinor : 0,
    extraMinor: isWhole ? sale.extraMinor : 0,
    taxes,
    taxMinor: taxes.reduce((sum, tax) => sum + tax.taxMinor, 0),
    totalMinor: isWhole ? sale.totalMinor : refund.amountMinor,
    roundingAdjustmentMinor: isWhole ? sale.roundingAdjustmentMinor : 0,
    payableMinor: refund.amountMinor,
    points: refund.points ?? null,
  };
}

function headOf({ orderNo, receipt, currency, money, sandbox }: SoldOrder, at: Date) {
  const layout = ReceiptLayout.catch('default').parse(receipt.layout);
  const isMinimal = layout === 'minimal';
  return {
    layout,
    orderNo,
    ticketNumber: receipt.ticketNumber,
    seller: {
      name: receipt.companyName,
      identification: receipt.companyIdentification,
      // the minimal layout leaves out images and address only
      address: isMinimal ? '' : receipt.companyAddress,
      logo: layout === 'latest' ? receipt.companyLogo : '',
      taxationMethod: receipt.taxationMethod,
      customerServiceEmail: receipt.customerServiceEmail,
    },
    spot: { name: receipt.spotName, address: isMinimal ? '' : receipt.spotAddress },
    at: at.toISOString(),
    localTime: wallClock(at, receipt.timeZone),
    timeZone: receipt.timeZone,
    currency,
    taxMode: money.taxMode,
    sandbox,
  };
}
