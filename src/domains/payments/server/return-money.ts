import { paymentEvents } from '#domains/payments/contract/events.ts';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { openProvider } from './configs/open-setting.ts';
import { bookDisputesOf } from './disputes/take-over-disputes.ts';
import { type PaymentProvider, type ProviderRefund, ProviderRefusal } from './payment-provider.ts';
import { findPayment, lockPayment, type Payment } from './payment-store.ts';
import {
  addReturned,
  disputedOfPayment,
  findPaymentRefund,
  leftToReturn,
  type PaymentRefund,
  recordPaymentRefund,
  updatePaymentRefund,
} from './refund-store.ts';
import { bookUnknown } from './refunds-at-provider.ts';

/** Providers settle a pending refund later, some after days; their webhook usually comes first. */
const LOOK_AGAIN_MS = { least: 5_000, most: 3_600_000 };
/** Providers delete their keys, after a day and not before: what is older is looked for before it is asked. */
const KEY_COUNTS_MS = 3_600_000;

/**
 * Reserves the amount on the payment and sends it off after commit (practice 3.2, security 8.4). The payment's lock makes
 * the check and the insert one; the order has decided before, this is the last guard.
 */
export async function requestReturn(
  tx: Transaction,
  refund: { refundId: string; paymentId: string; amountMinor: number },
): Promise<void> {
  const payment = (await lockPayment(tx.db, refund.paymentId)) ?? raise('payment.not-found');
  if (payment.status !== 'succeeded') raise('payment.refund-exceeds-payment');
  if (refund.amountMinor > (await leftToReturn(tx.db, payment)))
    raise((await disputedOfPayment(tx.db, payment)) > 0 ? 'payment.disputed' : 'payment.refund-exceeds-payment');
  await recordPaymentRefund(tx.db, { ...refund, currency: payment.received.currency, at: tx.now() });
  await tx.enqueue(paymentJobs.returnMoney, { refundId: refund.refundId }, { key: `return:${refund.refundId}` });
}

/** A crash anywhere repeats this job, never the refund: the key is made of the refund's id. */
export const returnMoneyJob = defineJob(paymentJobs.returnMoney, async (context, { refundId }) => {
  const found = await context.read(async (db) => {
    const refund = await findPaymentRefund(db, refundId);
    const payment = refund && (await findPayment(db, refund.paymentId));
    return refund && payment && { refund, payment };
  });
  if (!found || isOver(found.refund)) return;
  const { provider } = await openProvider(context.services, context.tenantId, found.payment);
  const outcome = await askProvider(provider, found.refund, found.payment, context.now()).catch(
    async (error: Error) => {
      if (error instanceof ProviderRefusal) return afterRefusal(context, provider, { ...found, error: error.code });
      // not known whether it happened: same key again
      await context.transaction((tx) =>
        updatePaymentRefund(tx.db, refundId, { lastError: error.message, at: tx.now() }),
      );
      throw error;
    },
  );
  await recordOutcome(context, refundId, outcome);
  if (outcome.state === 'failed') throw new Error(`the provider refused refund ${refundId}: ${outcome.error}`);
});

const isOver = ({ state }: PaymentRefund): boolean => state === 'succeeded' || state === 'rejected';

interface Outcome {
  readonly state: ProviderRefund['state'] | 'rejected';
  readonly error: string | null;
  readonly ref: string | null;
}

/**
 * What was given back at the provider's own console is booked, and so is what the customer's bank disputes. Where that leaves too
 * little of the payment, the refusal stands for good. What may still come back there, or is no matter of how much is left, is asked for again.
 */
async function afterRefusal(
  context: JobContext,
  provider: PaymentProvider,
  { refund, payment, error }: { refund: PaymentRefund; payment: Payment; error: string },
): Promise<Outcome> {
  const known = await provider.refundsOf(payment.providerRef ?? raise('payment.not-found'));
  await context.transaction((tx) => bookUnknown(tx, payment.id, known));
  await bookDisputesOf(context, payment);
  const disputedMinor = await context.read((db) => disputedOfPayment(db, payment));
  const returnedMinor = known.reduce((sum, one) => sum + (one.state === 'succeeded' ? one.amountMinor : 0), 0);
  const isForGood = refund.amountMinor > payment.received.amountMinor - returnedMinor - disputedMinor;
  return { state: isForGood ? 'rejected' : 'failed', error, ref: null };
}

/** After a first call its effect is looked for before anything is asked again. */
async function askProvider(
  provider: PaymentProvider,
  refund: PaymentRefund,
  payment: Payment,
  now: Date,
): Promise<Outcome> {
  const paymentRef = payment.providerRef ?? raise('payment.not-found');
  const isFresh = now.getTime() - refund.requestedAt.getTime() < KEY_COUNTS_MS;
  const isFirst = isFresh && refund.providerRef === null && refund.lastError === null;
  if (!isFirst) {
    const known = (await provider.refundsOf(paymentRef)).filter((one) => one.refundId === refund.refundId);
    const effective = known.find((one) => one.state !== 'failed');
    if (effective) return effective;
    // the bank gave a pending one back: that word must be recorded before the next key is used
    const refused = known.find((one) => one.ref === refund.providerRef);
    if (refused && refund.state === 'pending') return refused;
  }
  const key = refund.keyNumber === 1 ? `refund:${refund.refundId}` : `refund:${refund.refundId}:${refund.keyNumber}`;
  return provider.refund({
    paymentRef,
    refundId: refund.refundId,
    amountMinor: refund.amountMinor,
    idempotencyKey: key,
  });
}

/** Less and less often: each look comes after as long again as the refund has taken so far. */
function lookAgainAt({ requestedAt }: PaymentRefund, now: Date): Date {
  const waited = now.getTime() - requestedAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(waited, LOOK_AGAIN_MS.least), LOOK_AGAIN_MS.most));
}

async function recordOutcome(context: JobContext, refundId: string, outcome: Outcome): Promise<void> {
  await context.transaction(async (tx) => {
    const refund = await findPaymentRefund(tx.db, refundId, 'lock');
    if (!refund || isOver(refund)) return;
    const payment = (await lockPayment(tx.db, refund.paymentId)) ?? raise('payment.not-found');
    const fact = { refundId, paymentId: payment.id, orderNo: payment.orderNo, orderKind: payment.orderKind };
    const at = tx.now();
    switch (outcome.state) {
      case 'succeeded':
        await updatePaymentRefund(tx.db, refundId, {
          state: 'succeeded',
          providerRef: outcome.ref,
          lastError: null,
          at,
        });
        await addReturned(tx.db, payment, refund.amountMinor);
        await tx.publish(
          paymentEvents.returned,
          { ...fact, amountMinor: refund.amountMinor, providerRef: outcome.ref ?? '' },
          { aggregate: payment.orderNo },
        );
        return;
      case 'pending':
        await updatePaymentRefund(tx.db, refundId, { state: 'pending', providerRef: outcome.ref, at });
        await tx.enqueue(
          paymentJobs.returnMoney,
          { refundId },
          { key: `return:${refundId}`, startAfter: lookAgainAt(refund, at) },
        );
        return;
      case 'failed':
      case 'rejected':
        await updatePaymentRefund(tx.db, refundId, {
          state: outcome.state,
          providerRef: outcome.ref ?? refund.providerRef,
          lastError: outcome.error ?? 'failed',
          keyNumber: refund.keyNumber + 1,
          at,
        });
        await tx.publish(
          paymentEvents.returnFailed,
          { ...fact, error: outcome.error ?? 'failed', forGood: outcome.state === 'rejected' },
          { aggregate: payment.orderNo },
        );
    }
  });
}
