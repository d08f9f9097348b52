import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { type Reader, readOrderDetail } from '#domains/orders/server/index.ts';
import { findPaymentRecords } from '#domains/payments/server/index.ts';
import { pointsOfOrder } from '#domains/points/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ReceiptDocument } from '../contract/receipt.ts';
import { type PaidBy, receiptOf, type SoldOrder } from '../rules/receipt-document.ts';
import { refundDocumentsOf, returnedMoney } from '../rules/refund-document.ts';

interface Sold {
  readonly order: SoldOrder & Pick<OrderDetail, 'refunds'>;
  readonly paid: PaidBy;
}

/** An order that the reader may see and that is paid; any other one has no receipt. */
async function findSold(db: TenantDb, reader: Reader, orderNo: string): Promise<Sold> {
  const order = await readOrderDetail(db, reader, orderNo);
  if (order.paidAt === null) return raise('receipt.not-paid');
  const payments = await findPaymentRecords(db, {
    ...{ orderNo, userId: order.customerId, language: reader.language },
  });
  const payment = payments.find(({ serialNo }) => serialNo === order.paymentSerialNo);
  const paid = {
    at: new Date(order.paidAt),
    channel: payment?.channel ?? order.paidBy,
    name: payment?.channelName ?? '',
  };
  return { order: { ...order, points: await pointsOfOrder(db, orderNo) }, paid };
}

export async function readReceipts(
  db: TenantDb,
  reader: Reader,
  orderNo: string,
): Promise<{ receipt: ReceiptDocument; refunds: ReceiptDocument[] }> {
  const { order, paid } = await findSold(db, reader, orderNo);
  return {
    receipt: receiptOf(order, paid),
    refunds: refundDocumentsOf(order, paid, returnedMoney(order.refunds)),
  };
}

/** One document: the receipt, or that of a refund. */
export async function readDocument(
  db: TenantDb,
  reader: Reader,
  { orderNo, refundId }: { readonly orderNo: string; readonly refundId?: string | undefined },
): Promise<ReceiptDocument> {
  const { receipt, refunds } = await readReceipts(db, reader, orderNo);
  if (refundId === undefined) return receipt;
  return refunds.find(({ refundNo }) => refundNo === refundId) ?? raise('receipt.not-refunded');
}
