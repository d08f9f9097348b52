import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { openProvider } from './configs/open-setting.ts';
import { type ProviderPayment, ProviderRefusal } from './payment-provider.ts';
import { findPayment, markCancelled, OPEN_STATES, type Payment } from './payment-store.ts';
import { advancePayment, asksNobody, publishOutcome, recordProviderPayment } from './take-payment.ts';

/** Reads the provider's current state of one payment and publishes what is new. */
export async function refreshPayment(
  context: JobContext,
  payment: Payment,
  providerRef = payment.providerRef,
): Promise<void> {
  const answer = await advancePayment(context.services, context.tenantId, { ...payment, providerRef }, null);
  await record(context, payment.id, answer.payment);
}

async function record(context: JobContext, paymentId: string, provider: ProviderPayment): Promise<void> {
  await context.transaction(async (tx) => publishOutcome(tx, await recordProviderPayment(tx, paymentId, provider)));
}

export const refreshJob = defineJob(paymentJobs.refresh, async (context, { paymentId, whatever = false }) => {
  const payment = await context.read((db) => findPayment(db, paymentId));
  if (!payment || asksNobody(payment)) return;
  if (!whatever && !OPEN_STATES.includes(payment.status)) return;
  await refreshPayment(context, payment);
});

/** A payment that cannot be withdrawn any more has usually succeeded: then its state is recorded instead. */
export const cancelJob = defineJob(paymentJobs.cancel, async (context, { paymentId, whatever = false }) => {
  const payment = await context.read((db) => findPayment(db, paymentId));
  if (whatever && payment?.providerRef)
    return release(context, payment, payment.providerRef, `cancel:${payment.id}:again`);
  if (!payment || payment.status === 'succeeded' || payment.status === 'cancelled') return;
  if (payment.purpose === 'deposit' && !payment.providerRef && payment.status === 'created') {
    // its first answer was lost: the same key tells what became of it, and then it is let go
    const { payment: first } = await advancePayment(context.services, context.tenantId, payment, null);
    await record(context, paymentId, first);
    if (first.state === 'failed') return;
    await release(context, { ...payment, providerRef: first.ref }, first.ref);
    return;
  }
  if (!payment.providerRef) {
    await context.transaction((tx) => markCancelled(tx.db, paymentId, tx.now()));
    return;
  }
  await release(context, payment, payment.providerRef);
});

async function release(
  context: JobContext,
  payment: Payment,
  ref: string,
  key = `cancel:${payment.id}`,
): Promise<void> {
  const { provider } = await openProvider(context.services, context.tenantId, payment);
  if (payment.readerRef !== null)
    await provider.terminals.stop(payment.readerRef, ref).catch((error) => {
      // a terminal that was registered anew or removed asks for nothing
      if (!(error instanceof ProviderRefusal)) throw error;
    });
  const current = await provider.cancel(ref, key).catch((error) => {
    if (error instanceof ProviderRefusal) return provider.retrieve(ref);
    throw error;
  });
  await record(context, payment.id, current);
}

/** A lost answer is asked for again by the same key; a hold that is gone has lapsed, and that is what is recorded. */
export const captureJob = defineJob(paymentJobs.capture, async (context, { paymentId }) => {
  const payment = await context.read((db) => findPayment(db, paymentId));
  if (payment?.status !== 'held' || payment.captureMinor === null || !payment.providerRef) return;
  const { provider } = await openProvider(context.services, context.tenantId, payment);
  const ref = payment.providerRef;
  const current = await provider.capture(ref, payment.captureMinor, `capture:${payment.serialNo}`).catch((error) => {
    if (error instanceof ProviderRefusal) return provider.retrieve(ref);
    throw error;
  });
  if (current.state === 'held') throw new Error(`the provider took nothing of hold ${payment.serialNo}`);
  await record(context, payment.id, current);
});
