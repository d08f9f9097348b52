import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { refreshPayment } from './payment-jobs.ts';
import { findPayment, findPaymentByRef, type Payment } from './payment-store.ts';
import { findPaymentRefund, findUnsettledRefundIds } from './refund-store.ts';
import { ProviderEvent } from './webhook.ts';

type EventObject = ProviderEvent['data']['object'];

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
  await perform(context, event.event_type, ProviderEvent.shape.data.shape.object.parse(event.payload));
  await context.transaction((tx) =>
    tx.db
      .updateTable('payment_inbox')
      .set({ processed_at: tx.now() })
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
      .execute(),
  );
});

async function perform(context: JobContext, type: string, object: EventObject): Promise<void> {
  if (type.startsWith('payment_intent.')) {
    const payment = await context.read((db) => paymentOfIntent(db, object));
    if (payment && payment.status !== 'succeeded') await refreshPayment(context, payment, object.id);
    return;
  }
  const refundIds = await context.read((db) => refundsOfObject(db, type, object));
  for (const refundId of refundIds) {
    await context.transaction((tx) =>
      tx.enqueue(paymentJobs.returnMoney, { refundId }, { key: `return:${refundId}:word` }),
    );
  }
}

/** By its number at the provider, or by ours where the answer with that number was lost. */
async function paymentOfIntent(db: TenantDb, object: EventObject): Promise<Payment | undefined> {
  const known = await findPaymentByRef(db, object.id);
  if (known || !object.metadata?.paymentId) return known;
  const ours = await findPayment(db, object.metadata.paymentId);
  return ours?.providerRef === null ? ours : undefined;
}

async function refundsOfObject(db: TenantDb, type: string, object: EventObject): Promise<string[]> {
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    const refundId = object.metadata?.refundId;
    return refundId && (await findPaymentRefund(db, refundId)) ? [refundId] : [];
  }
  if (!type.startsWith('charge.refund') || !object.payment_intent) return [];
  const payment = await findPaymentByRef(db, object.payment_intent);
  return payment ? findUnsettledRefundIds(db, payment.id) : [];
}
