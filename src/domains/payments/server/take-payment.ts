import { paymentEvents } from '#domains/payments/contract/events.ts';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { CustomerPayment, PaymentChannel } from '#domains/payments/contract/payment.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { CURRENCIES, type Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findPayingSetting, findTerminalSetting, NO_NAMES, namesOfFree, openProvider } from './configs/open-setting.ts';
import { lookAtTerminal, presentAtTerminal } from './pay-at-terminal.ts';
import { type ProviderPayment, ProviderRefusal } from './payment-provider.ts';
import {
  findLastPayment,
  findPayment,
  lockPayment,
  markCancelled,
  markMisdirected,
  markWithdrawn,
  OPEN_STATES,
  type Payment,
  recordPayment,
  updateFromProvider,
} from './payment-store.ts';

/** An attempt that gets no answer is looked after by a job from then on. */
const LOOK_AFTER_MS = 20_000;

export interface PaymentRequest {
  readonly orderNo: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly paymentMethod: string | null;
  /** The terminal at which the card is presented (settled 58). */
  readonly readerRef?: string | null;
  /** Of a client that is being built: nothing is charged, so there is nothing to give back either. */
  readonly isSandbox: boolean;
}

/**
 * The attempt that this call to pay continues, or a new one. The caller holds the order's lock, so two clicks meet the same
 * attempt. Nothing to pay is paid at once, without a provider (practice 1.3).
 */
export async function openPayment(tx: Transaction, request: PaymentRequest): Promise<Payment> {
  const last = await findLastPayment(tx.db, request.orderNo);
  if (last && (OPEN_STATES.includes(last.status) || last.status === 'succeeded')) return last;
  const attempt = { ...request, attempt: (last?.attempt ?? 0) + 1, at: tx.now() };
  if (request.isSandbox)
    return recordPayment(tx.db, {
      ...{ ...attempt, amountMinor: 0, channel: 'sandbox', status: 'succeeded', configId: null, names: NO_NAMES },
    });
  if (request.amountMinor === 0)
    return recordPayment(tx.db, {
      ...attempt,
      channel: 'free',
      status: 'succeeded',
      configId: null,
      names: await namesOfFree(tx.db),
    });
  if (CURRENCIES[request.currency].withdrawn) raise('payment.currency-not-accepted');
  const setting =
    (await (request.readerRef ? findTerminalSetting(tx.db) : findPayingSetting(tx.db))) ??
    raise('payment.channel-not-available');
  const channel = setting.channel as PaymentChannel;
  const payment = await recordPayment(tx.db, {
    ...{ ...attempt, channel, status: 'created', configId: setting.id, names: setting },
  });
  await tx.enqueue(
    paymentJobs.refresh,
    { paymentId: payment.id },
    { startAfter: new Date(tx.now().getTime() + LOOK_AFTER_MS), key: `refresh:${payment.id}` },
  );
  return payment;
}

/** Paid at once, without a provider. */
export const asksNobody = ({ channel }: Pick<Payment, 'channel'>): boolean =>
  channel === 'free' || channel === 'sandbox';

export interface ProviderAnswer {
  readonly payment: ProviderPayment;
  readonly publicKey: string;
}

/**
 * Brings an attempt on at the provider, outside of any transaction. A first call that was lost is repeated with its own key
 * and its own words; a new card goes to the intent that is already there.
 */
export async function advancePayment(
  services: Services,
  tenantId: string,
  payment: Payment,
  paymentMethod: string | null,
): Promise<ProviderAnswer> {
  const { provider, publicKey } = await openProvider(services, tenantId, payment);
  if (payment.readerRef !== null)
    return { payment: await lookAtTerminal(provider, payment, payment.readerRef), publicKey: '' };
  const returnUrl = `${services.config.publicUrl}/payment/return?orderNo=${payment.orderNo}`;
  const create = (): Promise<ProviderPayment> =>
    provider.createIntent({
      paymentId: payment.id,
      orderNo: payment.orderNo,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      paymentMethod: payment.paymentMethod,
      hold: payment.purpose === 'deposit',
      stored: payment.stored,
      returnUrl,
      idempotencyKey: payment.idempotencyKey,
    });
  const answer = async (): Promise<ProviderPayment> => {
    const current = payment.providerRef ? await provider.retrieve(payment.providerRef) : await create();
    if (current.state !== 'pending' || !paymentMethod || paymentMethod === payment.paymentMethod) return current;
    if (!isAbout(payment, current)) return current;
    return provider.confirm(current.ref, {
      paymentMethod,
      returnUrl,
      idempotencyKey: `${payment.idempotencyKey}:confirm:${paymentMethod}`,
    });
  };
  return { payment: await answer().catch((error) => refusedPayment(error, payment)), publicKey };
}

/** The customer is at the terminal: it asks for the card. Every other look at the payment leaves the terminal alone. */
export async function askAtTerminal(services: Services, tenantId: string, payment: Payment): Promise<ProviderAnswer> {
  const { provider } = await openProvider(services, tenantId, payment);
  return { payment: await presentAtTerminal(provider, payment, payment.readerRef ?? ''), publicKey: '' };
}

/** What somebody says of an order's payment is looked up at the provider. */
export async function lookAtPayment(tx: Transaction, orderNo: string): Promise<void> {
  const last = await findLastPayment(tx.db, orderNo);
  if (!last || asksNobody(last) || !OPEN_STATES.includes(last.status)) return;
  await tx.enqueue(paymentJobs.refresh, { paymentId: last.id }, { key: `look:${last.id}` });
}

/** A call that the provider refuses as such (unknown card token, amount too small) ends the attempt like a decline. */
function refusedPayment(error: unknown, payment: Payment): ProviderPayment {
  if (!(error instanceof ProviderRefusal)) throw error;
  return {
    ref: payment.providerRef ?? '',
    state: 'failed',
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    chargeRef: null,
    fee: null,
    errorCode: error.code,
    errorMessage: error.message,
    clientSecret: null,
    actionUrl: null,
    paymentId: payment.id,
    orderNo: payment.orderNo,
  };
}

/** Another order's money must not pay this one, even where amount and currency fit (security 9.2). */
function isAbout(payment: Payment, provider: ProviderPayment): boolean {
  return provider.paymentId === payment.id && provider.orderNo === payment.orderNo;
}

const MISDIRECTED = 'names-another-order';

export interface PaymentOutcome {
  readonly payment: Payment;
  /** The state of the attempt is new; `succeeded` is published once. */
  readonly changed: boolean;
  readonly received: { readonly amountMinor: number; readonly currency: string };
  /** The provider's payment is not about this attempt: it has failed, whatever the provider says of the money. */
  readonly misdirected?: { readonly namedOrderNo: string | null };
}

/**
 * Writes down what the provider says, forward only: money received is never taken back by a later or older word
 * (practice 3.1).
 */
export async function recordProviderPayment(
  tx: Transaction,
  paymentId: string,
  provider: ProviderPayment,
): Promise<PaymentOutcome> {
  const before = (await lockPayment(tx.db, paymentId)) ?? raise('payment.not-found');
  const received = { amountMinor: provider.amountMinor, currency: provider.currency };
  if (!isAbout(before, provider)) return recordMisdirected(tx, before, provider.orderNo, received);
  const isForward = comesAfter(before, provider.state) || isWhyItEnded(before, provider.state);
  // at a terminal we ended it there ourselves because it had failed
  const isOurEnd = before.readerRef !== null && before.status === 'failed' && provider.state === 'cancelled';
  if (!isForward || isOurEnd || (before.status === provider.state && before.providerRef === provider.ref)) {
    return { payment: before, changed: false, received };
  }
  const state = before.status === 'failed' && provider.state === 'pending' ? 'failed' : provider.state;
  const ref = provider.ref === '' ? null : provider.ref;
  const { errorCode } = await updateFromProvider(
    tx.db,
    paymentId,
    { ...provider, ref: ref as string, state },
    tx.now(),
  );
  return {
    payment: {
      ...before,
      ...(state === 'succeeded' ? { received } : {}),
      ...{ status: state, providerRef: ref, errorCode, stored: provider.stored ?? before.stored },
      ...(state === 'held' ? { heldMinor: provider.amountMinor, heldAt: before.heldAt ?? tx.now() } : {}),
      ...(state === 'succeeded' && before.purpose === 'deposit' ? { amountMinor: provider.amountMinor } : {}),
    },
    changed: before.status !== state,
    received,
  };
}

/** Money that was received stays received, and a hold is followed by its end alone. */
function comesAfter({ status }: Payment, next: ProviderPayment['state']): boolean {
  if (status === 'succeeded') return false;
  if (status === 'cancelled') return next === 'succeeded';
  return status !== 'held' || next === 'held' || next === 'succeeded' || next === 'cancelled';
}

/** At a terminal we end ourselves what has failed there, and the word of that end may come before our own, which knows why. */
const isWhyItEnded = ({ readerRef, status, withdrawnAt }: Payment, next: ProviderPayment['state']): boolean =>
  readerRef !== null && withdrawnAt === null && status === 'cancelled' && next === 'failed';

async function recordMisdirected(
  tx: Transaction,
  payment: Payment,
  namedOrderNo: string | null,
  received: PaymentOutcome['received'],
): Promise<PaymentOutcome> {
  const isFinal = payment.status === 'succeeded' || payment.status === 'cancelled';
  if (isFinal || payment.errorCode === MISDIRECTED) return { payment, changed: false, received };
  await markMisdirected(tx.db, payment.id, { errorCode: MISDIRECTED, namedOrderNo }, tx.now());
  const failed = { ...payment, status: 'failed', errorCode: MISDIRECTED } as const;
  return { payment: failed, changed: true, received, misdirected: { namedOrderNo } };
}

/** Publishes to the other slices; used where no caller is waiting for the outcome. */
export async function publishOutcome(tx: Transaction, outcome: PaymentOutcome): Promise<void> {
  const { payment, changed, received, misdirected } = outcome;
  if (!changed) return;
  const fact = { paymentId: payment.id, orderNo: payment.orderNo, orderKind: payment.orderKind };
  if (misdirected) {
    await tx.publish(paymentEvents.misdirected, { ...fact, ...misdirected, received }, { aggregate: payment.orderNo });
  } else if (payment.status === 'succeeded') {
    const expectedMinor = payment.purpose === 'deposit' ? payment.captureMinor : payment.amountMinor;
    const matches = received.amountMinor === expectedMinor && received.currency === payment.currency;
    await tx.publish(paymentEvents.succeeded, { ...fact, matches, received }, { aggregate: payment.orderNo });
  } else if (payment.status === 'failed') {
    const errorCode = payment.errorCode ?? 'declined';
    await tx.publish(paymentEvents.failed, { ...fact, errorCode }, { aggregate: payment.orderNo });
  } else if (payment.status === 'held') {
    await tx.publish(paymentEvents.held, fact, { aggregate: payment.orderNo });
  } else if (payment.status === 'cancelled' && payment.purpose === 'deposit' && payment.withdrawnAt === null) {
    await tx.publish(paymentEvents.lapsed, fact, { aggregate: payment.orderNo });
  }
}

/** The order is not to be paid any more. Money that comes all the same is reported and goes back (practice 2.2). */
export async function withdrawPayment(tx: Transaction, orderNo: string): Promise<void> {
  const last = await findLastPayment(tx.db, orderNo);
  if (!last || asksNobody(last) || last.status === 'succeeded' || last.status === 'cancelled') return;
  if (!last.providerRef) {
    await markCancelled(tx.db, last.id, tx.now());
    return;
  }
  await markWithdrawn(tx.db, last.id, tx.now());
  await tx.enqueue(paymentJobs.cancel, { paymentId: last.id }, { key: `cancel:${last.id}` });
}

export async function findCustomerPayment(
  db: TenantDb,
  orderNo: string,
  answer?: ProviderAnswer,
): Promise<CustomerPayment | null> {
  const payment = await findLastPayment(db, orderNo);
  if (!payment) return null;
  const open = OPEN_STATES.includes(payment.status) ? answer : undefined;
  return {
    serialNo: payment.serialNo,
    attempt: payment.attempt,
    channel: payment.channel,
    status: payment.status,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    errorCode: payment.errorCode,
    ...(open?.payment.clientSecret && payment.readerRef === null
      ? { clientSecret: open.payment.clientSecret, publicKey: open.publicKey }
      : {}),
    ...(open?.payment.actionUrl ? { actionUrl: open.payment.actionUrl } : {}),
  };
}

export async function getPayment(db: TenantDb, id: string): Promise<Payment> {
  return (await findPayment(db, id)) ?? raise('payment.not-found');
}
