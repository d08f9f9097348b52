import { stepUpAbove } from '#domains/orders/server/index.ts';
import { ofKind, paymentEvents } from '#domains/payments/contract/events.ts';
import { PROVIDER_WORDS } from '#domains/payments/contract/provider-words.ts';
import { disputedOfOrder, findPayments, leftToReturn, requestReturn } from '#domains/payments/server/index.ts';
import { type RefundOrigin, RefundStatus } from '#domains/refunds/contract/refund.ts';
import {
  decideRefundAnswer,
  decideSettlement,
  decideWithdrawal,
  orderRefundStatus,
} from '#domains/refunds/rules/refund.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { RENTAL_REFUNDS, rentalPage } from '../contract/addresses.ts';
import type { AnswerRentalRefundRequest, RefundRentalRequest } from '../contract/endpoints.ts';
import { rentalEvents } from '../contract/events.ts';
import { rentalRefundFailedNotice, rentalRefundNotice } from '../contract/notices.ts';
import type { RentalRefund } from '../contract/rental.ts';
import type { AskRefundRequest, WithdrawRentalRefundRequest } from '../contract/storefront-endpoints.ts';
import { spreadRefund } from '../rules/rental-money.ts';
import { decideRentalRefund } from '../rules/rental-refund.ts';
import { factOf } from './move-rental.ts';
import {
  findPart,
  findRentalRefund,
  findRentalRefunds,
  recordPart,
  recordRentalRefund,
  settlePart,
  updateRentalRefund,
} from './refund-store.ts';
import {
  lockRental,
  lockVisibleRental,
  type Rental,
  type RentalChange,
  recordRentalEvent,
  updateRental,
} from './rental-store.ts';

/** Staff gives back an amount: decided and recorded under the lock, sent off after commit (practice 3.2). */
export function refundRental(context: RequestContext, request: RefundRentalRequest): Promise<RentalRefund> {
  return context.transaction(async (tx) => {
    const rental = (await lockVisibleRental(tx, request.orderNo)) ?? raise('rental.not-found');
    const refunds = await findRentalRefunds(tx.db, rental.orderNo);
    const id = await openRefund(tx, rental, refunds, { ...request, origin: 'staff' });
    await stepUpAbove(tx, context, refunds, request.amountMinor);
    await tx.audit({
      ...{ action: 'rental:refund', objectKind: 'rental', objectId: rental.orderNo, reason: request.reason },
      after: { refundId: id, amountMinor: request.amountMinor, currency: rental.currency },
    });
    return readRefund(tx, id);
  });
}

/** The customer asks; nothing moves before staff answers. */
export function askRefund(context: RequestContext, request: AskRefundRequest) {
  return context.transaction(async (tx) => {
    const rental = (await lockVisibleRental(tx, request.orderNo)) ?? raise('rental.not-found');
    const refunds = await findRentalRefunds(tx.db, rental.orderNo);
    const id = await openRefund(tx, rental, refunds, { ...request, origin: 'customer' });
    const { status, amountMinor, requestedAt, reason } = await readRefund(tx, id);
    return { id, status, amountMinor, requestedAt, reason };
  });
}

const askedKey = (refundId: string): string => `rental-refund/${refundId}`;
const failedKey = (refundId: string): string => `rental-refund-failed/${refundId}`;

/** Opens a refund of an amount: decided and recorded under the lock of the rental. */
export async function openRefund(
  tx: Transaction,
  rental: Rental,
  refunds: readonly RentalRefund[],
  asked: { readonly amountMinor: number; readonly reason: string; readonly origin: RefundOrigin },
): Promise<string> {
  const disputedMinor = (await disputedOfOrder(tx.db, rental.orderNo)) ?? 0;
  const facts = { paidMinor: rental.paidMinor, refunds, disputedMinor };
  const decision = decideRentalRefund(facts, asked.amountMinor, asked.origin);
  if (!decision.allowed) return raise(`rental.refund.${decision.because}`);
  const { status, providerState, isFull } = decision;
  const id = await recordRentalRefund(tx.db, {
    ...{ orderNo: rental.orderNo, ...asked, status, providerState, isFull, currency: rental.currency },
    ...{ byId: tx.actor.id, byName: tx.actor.name, at: tx.now() },
  });
  if (providerState === 'pending') await sendOff(tx, rental, { id, amountMinor: asked.amountMinor });
  await show(tx, rental, {
    ...{ what: 'refund-requested', source: asked.origin === 'customer' ? 'customer' : 'staff' },
    detail: { refundId: id, amountMinor: asked.amountMinor, reason: asked.reason },
  });
  if (asked.origin === 'customer')
    await notify(tx, rentalRefundNotice, {
      to: { permission: 'rental:refund', spotId: rental.from.spotId },
      params: { orderNo: rental.orderNo, amountMinor: asked.amountMinor, currency: rental.currency },
      path: `${RENTAL_REFUNDS}?search=${encodeURIComponent(rental.orderNo)}`,
      key: askedKey(id),
    });
  return id;
}

/** A hold and a charge may have paid one rental: each gives back what it has (practice 3.2). */
async function sendOff(tx: Transaction, rental: Rental, refund: { id: string; amountMinor: number }): Promise<void> {
  const paid = (await findPayments(tx.db, rental.orderNo)).filter(({ status }) => status === 'succeeded');
  const left = [];
  for (const payment of paid) left.push({ id: payment.id, leftMinor: await leftToReturn(tx.db, payment) });
  const parts = spreadRefund(left, refund.amountMinor) ?? raise('rental.refund.exceeds-paid');
  for (const { payment, amountMinor } of parts) {
    const id = newId();
    await recordPart(tx.db, { id, refundId: refund.id, paymentId: payment.id, amountMinor });
    await requestReturn(tx, { refundId: id, paymentId: payment.id, amountMinor });
  }
}

/** Staff agrees, and the money leaves after commit; or refuses with a reason (practice 3.2). */
export function answerRentalRefund(context: RequestContext, request: AnswerRentalRefundRequest): Promise<RentalRefund> {
  return context.transaction(async (tx) => {
    if (!isUuid(request.refundId)) raise('rental.refund.not-found');
    const { orderNo } = (await findRentalRefund(tx.db, request.refundId)) ?? raise('rental.refund.not-found');
    const rental = (await lockVisibleRental(tx, orderNo)) ?? raise('rental.refund.not-found');
    const refund = (await findRentalRefund(tx.db, request.refundId)) ?? raise('rental.refund.not-found');
    const decision = decideRefundAnswer(refund, request);
    if (!decision.allowed) return raise(`rental.refund.${decision.because}`);
    if (request.agree) await stepUpAbove(tx, context, await findRentalRefunds(tx.db, orderNo), refund.amountMinor);
    const reason = request.reason ?? '';
    await updateRentalRefund(tx.db, refund.id, {
      ...{ status: decision.status, provider_state: decision.providerState, answer_reason: reason },
      ...{ answered_by_name: tx.actor.name, answered_at: tx.now() },
    });
    await settleNotice(tx, askedKey(refund.id));
    if (request.agree) await sendOff(tx, rental, refund);
    await show(tx, rental, {
      ...{ what: request.agree ? 'refund-agreed' : 'refund-refused', source: 'staff' },
      detail: { refundId: refund.id, amountMinor: refund.amountMinor, reason },
    });
    await tx.audit({
      ...{
        action: request.agree ? 'rental:refund-agree' : 'rental:refund-refuse',
        objectKind: 'rental',
        objectId: orderNo,
      },
      before: { refundId: refund.id, status: refund.status },
      after: { refundId: refund.id, status: decision.status, amountMinor: refund.amountMinor },
      reason,
    });
    return readRefund(tx, refund.id);
  });
}

/** The customer takes it back before anybody has answered (practice 3.2). */
export function withdrawRentalRefund(context: RequestContext, request: WithdrawRentalRefundRequest) {
  return context.transaction(async (tx) => {
    if (!isUuid(request.refundId)) raise('rental.refund.not-found');
    const rental = (await lockVisibleRental(tx, request.orderNo)) ?? raise('rental.not-found');
    const found = await findRentalRefund(tx.db, request.refundId);
    const refund = found?.orderNo === rental.orderNo ? found : raise('rental.refund.not-found');
    const decision = decideWithdrawal(refund);
    if (!decision.allowed) return raise('rental.refund.not-open');
    await updateRentalRefund(tx.db, refund.id, { status: decision.status });
    await settleNotice(tx, askedKey(refund.id));
    await show(tx, rental, {
      ...{ what: 'refund-withdrawn', source: 'customer' },
      detail: { refundId: refund.id, amountMinor: refund.amountMinor },
    });
    const { id, status, amountMinor, requestedAt, reason } = await readRefund(tx, refund.id);
    return { id, status, amountMinor, requestedAt, reason };
  });
}

/**
 * The provider has said its last word on a part; with the last part the refund is 102, and not before (practice 3.2). A part that it
 * refused for good is left out; where that is all of them, the refund is 103.
 */
async function settle(
  tx: Transaction,
  rental: Rental,
  refundId: string,
  { underway, returnedMinor }: Awaited<ReturnType<typeof settlePart>>,
): Promise<void> {
  if (underway > 0) return;
  const refund = (await findRentalRefund(tx.db, refundId)) ?? raise('rental.refund.not-found');
  const decision = decideSettlement(refund, returnedMinor > 0 ? 'succeeded' : 'refused');
  if (!decision.changes) return;
  await updateRentalRefund(tx.db, refundId, { status: decision.status, provider_state: decision.providerState });
  if (returnedMinor === 0) {
    await show(tx, rental, {
      ...{ what: 'refund-failed', source: 'provider', detail: { refundId, errorCode: refund.lastError } },
    });
    return;
  }
  await updateRentalRefund(tx.db, refundId, {
    ...{ amount_minor: returnedMinor, completed_at: tx.now(), last_error: null },
  });
  await settleFailures(tx, refund, { isWhole: returnedMinor === refund.amountMinor });
  const refundedMinor = rental.refundedMinor + returnedMinor;
  const lateRefundMinor = Math.max(0, rental.lateRefundMinor - returnedMinor);
  await show(
    tx,
    rental,
    { ...{ what: 'refunded', source: 'provider' }, detail: { refundId, amountMinor: returnedMinor } },
    { refundedMinor, lateRefundMinor },
  );
  await tx.publish(
    rentalEvents.refunded,
    {
      ...{ ...factOf(tx, rental), refundId, amountMinor: returnedMinor },
      ...{ currency: rental.currency, isFull: refundedMinor >= rental.paidMinor },
    },
    { aggregate: rental.orderNo },
  );
}

/** What failed before has been asked for again; of a refund that lacks a part people still have to know. */
async function settleFailures(tx: Transaction, refund: RentalRefund, { isWhole }: { isWhole: boolean }): Promise<void> {
  const refunds = await findRentalRefunds(tx.db, refund.orderNo);
  const over = refunds.filter(({ id, status }) => (id === refund.id ? isWhole : status >= RefundStatus.returned));
  for (const { id } of over) await settleNotice(tx, failedKey(id));
}

const onReturned = subscribe(
  paymentEvents.returned,
  'rentals.settle-refund',
  async (tx, event) => {
    const rental = await lockRental(tx.db, event.orderNo);
    const part = rental && (await findPart(tx.db, event.refundId));
    if (!rental || !part || part.state === 'succeeded') return;
    await settle(tx, rental, part.refund_id, await settlePart(tx.db, event.refundId, 'succeeded'));
  },
  ofKind('rental'),
);

/** The code stays as it is while the call is repeated; people see that it hangs. */
const onReturnFailed = subscribe(
  paymentEvents.returnFailed,
  'rentals.note-failed-return',
  async (tx, event) => {
    const rental = await lockRental(tx.db, event.orderNo);
    const part = rental && (await findPart(tx.db, event.refundId));
    if (!rental || !part || part.state === 'succeeded' || part.state === 'rejected') return;
    const parts = await settlePart(tx.db, event.refundId, event.forGood ? 'rejected' : 'failed');
    await updateRentalRefund(tx.db, part.refund_id, {
      provider_state: 'failed',
      last_error: event.error.slice(0, 200),
    });
    await notifyFailed(tx, rental, part.refund_id, event.error);
    if (event.forGood) return settle(tx, rental, part.refund_id, parts);
    await recordRentalEvent(tx, rental, {
      ...{ what: 'refund-failed', source: 'provider', detail: { refundId: part.refund_id, errorCode: event.error } },
    });
  },
  ofKind('rental'),
);

/** As of an order: told once, however often the provider is asked. */
async function notifyFailed(tx: Transaction, rental: Rental, refundId: string, code: string): Promise<void> {
  const { amountMinor } = await readRefund(tx, refundId);
  await notify(tx, rentalRefundFailedNotice, {
    to: { permission: 'rental:refund', spotId: rental.from.spotId },
    params: { orderNo: rental.orderNo, amountMinor, currency: rental.currency, code, words: PROVIDER_WORDS },
    path: rentalPage(rental.orderNo),
    key: failedKey(refundId),
  });
}

/** Somebody gave money of it back at the provider's own console: it counts as every other refund. */
const onReturnedAtProvider = subscribe(
  paymentEvents.returnedAtProvider,
  'rentals.book-refund-at-provider',
  async (tx, { orderNo, paymentId, refundId: id, amountMinor }) => {
    const rental = await lockRental(tx.db, orderNo);
    if (!rental) return;
    const refundedMinor = rental.refundedMinor + amountMinor;
    const isFull = refundedMinor >= rental.paidMinor;
    const { currency } = rental;
    await recordRentalRefund(tx.db, {
      ...{ id, orderNo, amountMinor, isFull, currency, origin: 'provider', reason: '' },
      ...{ status: RefundStatus.returned, providerState: 'succeeded', byId: tx.actor.id, byName: '', at: tx.now() },
    });
    await updateRentalRefund(tx.db, id, { completed_at: tx.now() });
    await recordPart(tx.db, { id, refundId: id, paymentId, amountMinor });
    await settlePart(tx.db, id, 'succeeded');
    await show(
      tx,
      rental,
      { ...{ what: 'refunded', source: 'provider' }, detail: { refundId: id, amountMinor, atProvider: true } },
      { refundedMinor, lateRefundMinor: Math.max(0, rental.lateRefundMinor - amountMinor) },
    );
    await tx.publish(
      rentalEvents.refunded,
      { ...factOf(tx, rental), refundId: id, amountMinor, currency, isFull },
      { aggregate: orderNo },
    );
  },
  ofKind('rental'),
);

export const refundReports = [onReturned, onReturnFailed, onReturnedAtProvider];

/** The rental shows the code of its applications. */
async function show(
  tx: Transaction,
  rental: Rental,
  happened: Parameters<typeof recordRentalEvent>[2],
  change: RentalChange = {},
): Promise<void> {
  const refundStatus = orderRefundStatus(await findRentalRefunds(tx.db, rental.orderNo)) as RefundStatus | null;
  await recordRentalEvent(tx, await updateRental(tx, rental, { ...change, refundStatus }), happened);
}

const readRefund = async (tx: Transaction, id: string): Promise<RentalRefund> =>
  (await findRentalRefund(tx.db, id)) ?? raise('rental.refund.not-found');
