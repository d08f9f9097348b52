import { paymentEvents } from '#domains/payments/contract/events.ts';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { isOver, mayFollow, takenOf } from '../../rules/disputes.ts';
import { openProvider } from '../configs/open-setting.ts';
import { refreshPayment } from '../payment-jobs.ts';
import type { ProviderDispute } from '../payment-provider.ts';
import { findPayment, lockPayment, type Payment } from '../payment-store.ts';
import { pushDispute } from './dispute-news.ts';
import { findDisputesOf, recordDispute, type StoredDispute, updateDispute, writeTaken } from './dispute-store.ts';

/**
 * Brings the disputes of a payment in line with what the provider says now, whoever asked for it: an event says only where to look.
 * What somebody else has recorded while we were asking may be newer than our answer, so it is asked for again.
 */
export async function bookDisputesOf(context: JobContext, { id }: Pick<Payment, 'id'>): Promise<void> {
  const payment = (await context.read((db) => findPayment(db, id))) ?? raise('payment.not-found');
  if (payment.providerRef === null || payment.status !== 'succeeded') return;
  const { provider } = await openProvider(context.services, context.tenantId, payment);
  for (let isBooked = false; !isBooked; ) {
    const known = await context.read((db) => findDisputesOf(db, id));
    const told = await provider.disputesOf(payment.providerRef);
    isBooked = await context.transaction((tx) => bookDisputes(tx, id, told, changesOf(known)));
  }
}

const changesOf = (disputes: readonly StoredDispute[]): number =>
  disputes.reduce((sum, { version }) => sum + version, 0);

async function bookDisputes(
  tx: Transaction,
  paymentId: string,
  told: readonly ProviderDispute[],
  changesBefore: number,
): Promise<boolean> {
  const payment = (await lockPayment(tx.db, paymentId)) ?? raise('payment.not-found');
  const known = await findDisputesOf(tx.db, paymentId);
  if (changesOf(known) !== changesBefore) return false;
  const byRef = new Map(known.map((dispute) => [dispute.ref, dispute]));
  for (const one of told.toReversed()) await bookDispute(tx, payment, byRef.get(one.ref), one);
  await writeTaken(tx.db, paymentId, takenOf(payment.received, await findDisputesOf(tx.db, paymentId)));
  return true;
}

async function bookDispute(
  tx: Transaction,
  payment: Payment,
  before: StoredDispute | undefined,
  told: ProviderDispute,
): Promise<void> {
  if (before && (!mayFollow(before.state, told.state) || !isNews(before, told))) return;
  const wasOver = before?.closedAt != null;
  const closedAt = isOver(told.state) ? (before?.closedAt ?? tx.now()) : null;
  const id = before?.id ?? (await recordDispute(tx.db, payment.id, told, closedAt));
  if (before) await updateDispute(tx.db, id, told, closedAt);
  const fact = {
    ...{ paymentId: payment.id, orderNo: payment.orderNo, orderKind: payment.orderKind },
    ...{ disputeId: id, providerRef: told.ref, amountMinor: told.amountMinor, currency: told.currency },
    ...{ reason: told.reason, state: told.state, at: tx.now().toISOString() },
  };
  const aggregate = { aggregate: payment.orderNo };
  const evidenceDueAt = told.evidenceDueAt?.toISOString() ?? null;
  if (!before) await tx.publish(paymentEvents.disputed, { ...fact, evidenceDueAt }, aggregate);
  if (closedAt !== null && !wasOver) await tx.publish(paymentEvents.disputeClosed, fact, aggregate);
  await pushDispute(tx, payment, { id, ...told });
}

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

function isNews(before: StoredDispute, told: ProviderDispute): boolean {
  const isSame =
    before.state === told.state &&
    before.reason === told.reason &&
    before.amountMinor === told.amountMinor &&
    before.refundable === told.refundable &&
    before.evidenceSent === told.evidenceSent &&
    before.answerUrl === told.answerUrl &&
    isSameTime(before.evidenceDueAt, told.evidenceDueAt) &&
    isSameTime(before.withdrawnAt, told.withdrawnAt) &&
    isSameTime(before.reinstatedAt, told.reinstatedAt);
  return !isSame;
}

export const takeOverDisputesJob = defineJob(paymentJobs.takeOverDisputes, (context, { paymentId }) =>
  bookDisputesOf(context, { id: paymentId }),
);

/** The word of a dispute may come before the word of its payment. */
export async function bookDisputesAfterEvent(context: JobContext, payment: Payment): Promise<void> {
  if (payment.status !== 'succeeded') await refreshPayment(context, payment);
  await bookDisputesOf(context, payment);
}
