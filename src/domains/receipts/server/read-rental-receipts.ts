import { findPaymentRecords } from '#domains/payments/server/index.ts';
import { readSoldRental } from '#domains/rentals/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { type SliceTexts, sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ReceiptDocument } from '../contract/receipt.ts';
import { refundDocumentsFrom, returnedMoney } from '../rules/refund-document.ts';
import { rentalReceiptOf } from '../rules/rental-receipt.ts';

type RentalReader = Pick<RequestContext, 'actor' | 'language' | 'now'>;

/** The receipt of a rental whose fee is paid, and of each refund that reached the customer, the oldest first. */
export async function readRentalReceipts(
  db: TenantDb,
  reader: RentalReader,
  orderNo: string,
): Promise<{ receipt: ReceiptDocument; refunds: ReceiptDocument[] }> {
  const sold = await readSoldRental(db, reader, orderNo);
  const { rental } = sold;
  const { feeMinor, paidMinor, openMinor, pendingMinor } = rental.money;
  const isPaid = feeMinor !== null && rental.notLent === null && openMinor === 0 && pendingMinor === 0;
  if (!isPaid) raise('receipt.not-paid');
  const taken = rental.payments.findLast(({ status }) => status === 'succeeded');
  const payment = (
    await findPaymentRecords(db, { orderNo, userId: rental.customerId, language: reader.language })
  ).find(({ serialNo }) => serialNo === taken?.serialNo);
  const t = sliceTexts('paper', reader.language);
  const receipt = rentalReceiptOf(
    sold,
    { channel: taken?.channel ?? (paidMinor === 0 ? 'free' : 'stripe'), name: payment?.channelName ?? '' },
    {
      ...{ base: t('rental.base'), phase: t('rental.phase'), purchase: t('rental.purchase'), free: t('rental.free') },
      about: `${spanOf(Math.ceil(rental.elapsedSeconds / 60), t)} · ${rental.planName}`,
    },
  );
  return { receipt, refunds: refundDocumentsFrom(receipt, returnedMoney(rental.refunds)) };
}

function spanOf(minutes: number, t: SliceTexts): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const words = [
    ...(hours > 0 ? [t('rental.hours', { count: hours })] : []),
    ...(rest > 0 || hours === 0 ? [t('rental.minutes', { count: rest })] : []),
  ];
  return words.join(' ');
}

/** One document: the receipt, or that of a refund. */
export async function readRentalDocument(
  db: TenantDb,
  reader: RentalReader,
  { orderNo, refundId }: { readonly orderNo: string; readonly refundId?: string | undefined },
): Promise<ReceiptDocument> {
  const { receipt, refunds } = await readRentalReceipts(db, reader, orderNo);
  if (refundId === undefined) return receipt;
  return refunds.find(({ refundNo }) => refundNo === refundId) ?? raise('receipt.not-refunded');
}
