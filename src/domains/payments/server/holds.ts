import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { PaidKind, PaymentChannel } from '#domains/payments/contract/payment.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { CURRENCIES, type Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findPayingSetting, NO_NAMES } from './configs/open-setting.ts';
import type { StoredMethod } from './payment-provider.ts';
import {
  closeUnasked,
  findLastPayment,
  lockPayment,
  markCapture,
  markWithdrawn,
  OPEN_STATES,
  type Payment,
  recordPayment,
} from './payment-store.ts';
import { asksNobody } from './take-payment.ts';

/** An attempt that gets no answer is looked after by a job from then on. */
const LOOK_AFTER_MS = 20_000;

interface Attempt {
  readonly orderNo: string;
  readonly orderKind: PaidKind;
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: Currency;
}

export interface HoldRequest extends Attempt {
  readonly paymentMethod: string | null;
  /** The customer is not there: the card that the provider keeps is asked, at once and by a job. */
  readonly stored?: StoredMethod | null;
  readonly isSandbox: boolean;
}

/**
 * Begins to hold a deposit (practice 8.4). The caller holds the order's lock. A deposit of nothing is held at once, and the
 * customer's card is written down for what comes later (settled 67).
 */
export async function openHold(tx: Transaction, request: HoldRequest): Promise<Payment> {
  const setting = request.isSandbox ? undefined : await payingSetting(tx, request.currency);
  const { orderNo, orderKind, currency, paymentMethod } = request;
  const attempt = {
    orderNo,
    orderKind,
    currency,
    paymentMethod,
    attempt: await nextAttempt(tx, orderNo),
    at: tx.now(),
  };
  const purpose = 'deposit' as const;
  if (!setting)
    return recordPayment(tx.db, {
      ...{ ...attempt, purpose, amountMinor: 0, channel: 'sandbox', status: 'held', configId: null, names: NO_NAMES },
    });
  const channel = setting.channel as PaymentChannel;
  const taken = { ...attempt, purpose, channel, configId: setting.id, names: setting };
  if (request.amountMinor === 0) {
    const stored = request.stored ?? (paymentMethod === null ? null : { customerRef: null, methodRef: paymentMethod });
    return recordPayment(tx.db, { ...taken, amountMinor: 0, status: 'held', stored });
  }
  const payment = await recordPayment(tx.db, {
    ...{ ...taken, amountMinor: request.amountMinor, status: 'created', stored: request.stored ?? null },
  });
  await lookAfter(tx, payment, request.stored ? 0 : LOOK_AFTER_MS);
  return payment;
}

/** Takes money by the card that is kept, after commit and without the customer; the answer is an event. */
export async function chargeStored(
  tx: Transaction,
  { stored, ...request }: Attempt & { readonly stored: StoredMethod },
): Promise<Payment> {
  const setting = (await payingSetting(tx, request.currency)) ?? raise('payment.channel-not-available');
  const payment = await recordPayment(tx.db, {
    ...{ ...request, attempt: await nextAttempt(tx, request.orderNo), paymentMethod: stored.methodRef, stored },
    ...{ channel: setting.channel as PaymentChannel, configId: setting.id, names: setting },
    ...{ status: 'created', at: tx.now() },
  });
  await lookAfter(tx, payment, 0);
  return payment;
}

/**
 * Takes a part of a hold and releases the rest, after commit and once: what is asked for is on record first, and its key is made of
 * the payment's number. Minor units, above zero.
 */
export async function captureHold(tx: Transaction, paymentId: string, amountMinor: number): Promise<void> {
  const payment = (await lockPayment(tx.db, paymentId)) ?? raise('payment.not-found');
  if (payment.captureMinor !== null || payment.withdrawnAt !== null) return;
  if (payment.status !== 'held' || amountMinor <= 0 || amountMinor > (payment.heldMinor ?? 0))
    raise('payment.exceeds-hold');
  await markCapture(tx.db, payment.id, amountMinor, tx.now());
  await tx.enqueue(paymentJobs.capture, { paymentId }, { key: `capture:${paymentId}` });
}

/** Lets a hold go that is not needed; one that is on its way is let go as soon as it is there. */
export async function releaseHold(tx: Transaction, paymentId: string): Promise<void> {
  const payment = (await lockPayment(tx.db, paymentId)) ?? raise('payment.not-found');
  const isOver = payment.status !== 'held' && !OPEN_STATES.includes(payment.status);
  if (isOver || payment.captureMinor !== null || payment.withdrawnAt !== null) return;
  await markWithdrawn(tx.db, paymentId, tx.now());
  if (payment.status === 'held' && (asksNobody(payment) || !payment.providerRef)) {
    await closeUnasked(tx.db, paymentId, 'cancelled', tx.now());
    return;
  }
  await tx.enqueue(paymentJobs.cancel, { paymentId }, { key: `cancel:${paymentId}` });
}

async function payingSetting(tx: Transaction, currency: Currency) {
  if (CURRENCIES[currency].withdrawn) raise('payment.currency-not-accepted');
  return (await findPayingSetting(tx.db)) ?? raise('payment.channel-not-available');
}

async function nextAttempt(tx: Transaction, orderNo: string): Promise<number> {
  return ((await findLastPayment(tx.db, orderNo))?.attempt ?? 0) + 1;
}

async function lookAfter(tx: Transaction, { id }: Payment, afterMs: number): Promise<void> {
  const startAfter = afterMs === 0 ? {} : { startAfter: new Date(tx.now().getTime() + afterMs) };
  await tx.enqueue(paymentJobs.refresh, { paymentId: id }, { ...startAfter, key: `refresh:${id}` });
}
