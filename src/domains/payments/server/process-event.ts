import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { adapterOf } from './adapters.ts';
import { bookDisputesAfterEvent } from './disputes/take-over-disputes.ts';
import type { EventSubject } from './payment-adapter.ts';
import { refreshPayment } from './payment-jobs.ts';
import { findPayment, findPaymentByRef, type Payment } from './payment-store.ts';
import { findPaymentRefund, findUnsettledRefundIds } from './refund-store.ts';
import { bookRefundsReported } from './refunds-at-provider.ts';

/**
 * Performs one provider event. The event only says where to look: state is read from the provider, so that repeated, late
 * and reordered events all lead to the same end (practice 3.1).
 */
export const processEventJob = defineJob(paymentJobs.processEvent, async (context, { provider, eventId }) => {
  const event = await context.read((db) =>
    db
      .selectFrom('payment_inbox')
      .select(['event_type', 'payload', 'processed_at'])
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
      .executeTakeFirst(),
  );
  if (!event || event.processed_at) return;
  const subject = adapterOf(provider)?.events?.subjectOf(event.event_type, event.payload);
  if (subject) await perform(context, subject);
  await context.transaction((tx) =>
    tx.db
      .updateTable('payment_inbox')
      .set({ processed_at: tx.now() })
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
      .execute(),
  );
});

async function perform(context: JobContext, subject: EventSubject): Promise<void> {
  if (subject.kind === 'payment') {
    const payment = await context.read((db) => paymentOf(db, subject));
    if (payment && payment.status !== 'succeeded') await refreshPayment(context, payment, subject.ref);
    return;
  }
  if (subject.kind === 'disputes-of') {
    const payment = await context.read((db) => findPaymentByRef(db, subject.ref));
    if (payment) await bookDisputesAfterEvent(context, payment);
    return;
  }
  const refundIds = await context.read((db) => refundsOf(db, subject));
  if (subject.kind === 'refunds-of') {
    const payment = await context.read((db) => findPaymentByRef(db, subject.ref));
    if (payment) await bookRefundsReported(context, payment);
  }
  for (const refundId of refundIds) {
    await context.transaction((tx) =>
      tx.enqueue(paymentJobs.returnMoney, { refundId }, { key: `return:${refundId}:word` }),
    );
  }
}

/** By its number at the provider, or by ours where the answer with that number was lost. */
async function paymentOf(
  db: TenantDb,
  { ref, paymentId }: Extract<EventSubject, { kind: 'payment' }>,
): Promise<Payment | undefined> {
  const known = await findPaymentByRef(db, ref);
  if (known || !paymentId) return known;
  const ours = await findPayment(db, paymentId);
  return ours?.providerRef === null ? ours : undefined;
}

async function refundsOf(
  db: TenantDb,
  subject: Exclude<EventSubject, { kind: 'payment' | 'disputes-of' }>,
): Promise<readonly string[]> {
  if (subject.kind === 'refund') return (await findPaymentRefund(db, subject.refundId)) ? [subject.refundId] : [];
  const payment = await findPaymentByRef(db, subject.ref);
  return payment ? findUnsettledRefundIds(db, payment.id) : [];
}
