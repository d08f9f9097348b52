import { paymentEvents } from '#domains/payments/contract/events.ts';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { openProvider } from './configs/open-setting.ts';
import { refreshPayment } from './payment-jobs.ts';
import type { ProviderRefund } from './payment-provider.ts';
import { findPayment, lockPayment, type Payment } from './payment-store.ts';
import { addReturned, findPaymentRefunds, recordPaymentRefund, updatePaymentRefund } from './refund-store.ts';

/** What the provider has given back of a payment past us, at its own console, is in our books too (practice 3.1). */
export async function bookRefundsOf(context: JobContext, { id }: Pick<Payment, 'id'>): Promise<void> {
  const payment = (await context.read((db) => findPayment(db, id))) ?? raise('payment.not-found');
  if (payment.providerRef === null || payment.status !== 'succeeded') return;
  const { provider } = await openProvider(context.services, context.tenantId, payment);
  const known = await provider.refundsOf(payment.providerRef);
  await context.transaction((tx) => bookUnknown(tx, id, known));
}

/** Oldest first, each once: by the provider's number. One that still waits for the bank is booked when it has arrived. */
export async function bookUnknown(
  tx: Transaction,
  paymentId: string,
  newestFirst: readonly ProviderRefund[],
): Promise<void> {
  let payment = (await lockPayment(tx.db, paymentId)) ?? raise('payment.not-found');
  const ours = await findPaymentRefunds(tx.db, paymentId);
  const isOurs = (one: ProviderRefund): boolean =>
    ours.some(
      ({ refundId, state, providerRef }) =>
        providerRef === one.ref || (refundId === one.refundId && state !== 'rejected'),
    );
  for (const one of newestFirst.toReversed()) {
    if (one.state !== 'succeeded' || isOurs(one)) continue;
    const refundId = newId();
    const { amountMinor, ref: providerRef } = one;
    const at = tx.now();
    const { currency } = payment.received;
    await recordPaymentRefund(tx.db, { refundId, paymentId, amountMinor, currency, at });
    await updatePaymentRefund(tx.db, refundId, { state: 'succeeded', providerRef, at });
    await addReturned(tx.db, payment, amountMinor);
    payment = { ...payment, refundedMinor: payment.refundedMinor + amountMinor };
    const fact = { paymentId, orderNo: payment.orderNo, orderKind: payment.orderKind };
    await tx.publish(
      paymentEvents.returnedAtProvider,
      { ...fact, refundId, amountMinor, providerRef },
      { aggregate: payment.orderNo },
    );
  }
}

export const takeOverRefundsJob = defineJob(paymentJobs.takeOverRefunds, (context, { paymentId }) =>
  bookRefundsOf(context, { id: paymentId }),
);

/** The word of a refund may come before the word of its payment. */
export async function bookRefundsReported(context: JobContext, payment: Payment): Promise<void> {
  if (payment.status !== 'succeeded') await refreshPayment(context, payment);
  await bookRefundsOf(context, payment);
}
