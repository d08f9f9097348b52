import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { type ReceiptDocument, ReceiptLayout } from '../contract/receipt.ts';

/** The parts of an order that its documents are made from: all of them were written down at sale time. */
export type SoldOrder = Pick<
  OrderDetail,
  'orderNo' | 'receipt' | 'lines' | 'drinks' | 'money' | 'currency' | 'sandbox' | 'coupon'
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
    returnedBeforeMinor: 0,
    payableMinor: money.payableMinor,
    paymentChannel: paid.channel,
    paymentName: paid.name,
    points: order.points.get(order.orderNo) ?? null,
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
