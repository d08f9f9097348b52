import type { TenantDb } from '#platform/database/server/database.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { disputedOf } from '../rules/disputes.ts';
import { findDisputesOf } from './disputes/dispute-store.ts';
import { addRefunded, findReceivedPayments, type Payment } from './payment-store.ts';

export interface PaymentRefund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** `rejected`: refused for good, and nothing is reserved for it any more. */
  readonly state: 'pending' | 'failed' | 'succeeded' | 'rejected';
  /** Rises when the provider has definitely refused: it keeps the first answer of a key for ever. */
  readonly keyNumber: number;
  readonly providerRef: string | null;
  readonly lastError: string | null;
  readonly requestedAt: Date;
}

const columns = [
  'tenant_id',
  'refund_id',
  'payment_id',
  'amount_minor',
  'currency',
  'state',
  'key_number',
  'provider_ref',
  'last_error',
  'requested_at',
] as const;

const select = (db: TenantDb) => db.selectFrom('payment_refund').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toRefund = (row: Row): PaymentRefund => ({
  refundId: row.refund_id,
  paymentId: row.payment_id,
  amountMinor: row.amount_minor,
  currency: row.currency,
  state: row.state as PaymentRefund['state'],
  keyNumber: row.key_number,
  providerRef: row.provider_ref,
  lastError: row.last_error,
  requestedAt: row.requested_at,
});

export async function findPaymentRefund(
  db: TenantDb,
  refundId: string,
  lock: 'lock' | 'read' = 'read',
): Promise<PaymentRefund | undefined> {
  const query = select(db).where('refund_id', '=', refundId);
  const row = await (lock === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  return row && toRefund(row);
}

export async function findPaymentRefunds(db: TenantDb, paymentId: string): Promise<PaymentRefund[]> {
  return (await select(db).where('payment_id', '=', paymentId).execute()).map(toRefund);
}

/** What has gone back of one payment, minor units. */
export async function returnedAmount(db: TenantDb, paymentId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('payment_refund')
    .select((eb) => eb.fn.sum<string>('amount_minor').as('sum'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** The payment and its refunds say the same, and never more than was captured. Minor units. */
export async function addReturned(db: TenantDb, payment: Payment, amountMinor: number): Promise<void> {
  const returnedMinor = await returnedAmount(db, payment.id);
  const holds = payment.refundedMinor + amountMinor === returnedMinor && returnedMinor <= payment.received.amountMinor;
  mustHold('payment.refunded-within-captured', holds, {
    object: payment.serialNo,
    amountMinor: payment.received.amountMinor,
    refundedMinor: payment.refundedMinor,
    returnedMinor,
  });
  await addRefunded(db, payment.id, amountMinor);
}

/**
 * What refunds have taken or reserved of one payment, minor units; a failed call is repeated and counts, one that was refused for
 * good does not.
 */
export async function reservedAmount(db: TenantDb, paymentId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('payment_refund')
    .select((eb) => eb.fn.sum<string>('amount_minor').as('sum'))
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'rejected')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** What of a payment its customer's bank keeps from going back, minor units. */
export const disputedOfPayment = async (db: TenantDb, { id, received }: Payment): Promise<number> =>
  disputedOf(received, await findDisputesOf(db, id));

/** The same of all money of an order or a rental; null where there has never been a dispute. */
export async function disputedOfOrder(db: TenantDb, orderNo: string): Promise<number | null> {
  const payments = await findReceivedPayments(db, orderNo);
  const all = [];
  for (const { id, received } of payments) all.push({ received, disputes: await findDisputesOf(db, id) });
  if (all.every(({ disputes }) => disputes.length === 0)) return null;
  return all.reduce((sum, { received, disputes }) => sum + disputedOf(received, disputes), 0);
}

/** What of a payment can still go back, minor units. */
export async function leftToReturn(db: TenantDb, payment: Payment): Promise<number> {
  const kept = (await reservedAmount(db, payment.id)) + (await disputedOfPayment(db, payment));
  return payment.received.amountMinor - kept;
}

/**
 * The payment of an order that still holds this much; refunds of one order may draw on several payments, one each. The one
 * that paid the order comes first: money of another attempt may be on its way to be sent back as a whole.
 */
export async function findPaymentToReturn(
  db: TenantDb,
  orderNo: string,
  { amountMinor, paidBySerialNo }: { amountMinor: number; paidBySerialNo: string | null },
): Promise<string | undefined> {
  const payments = await findReceivedPayments(db, orderNo);
  const isOwn = ({ serialNo }: Payment): number => (serialNo === paidBySerialNo ? 0 : 1);
  for (const payment of payments.toSorted((a, b) => isOwn(a) - isOwn(b))) {
    if ((await leftToReturn(db, payment)) >= amountMinor) return payment.id;
  }
  return undefined;
}

export async function recordPaymentRefund(
  db: TenantDb,
  refund: { refundId: string; paymentId: string; amountMinor: number; currency: string; at: Date },
): Promise<void> {
  await db
    .insertInto('payment_refund')
    .values({
      refund_id: refund.refundId,
      payment_id: refund.paymentId,
      amount_minor: refund.amountMinor,
      currency: refund.currency,
      requested_at: refund.at,
      changed_at: refund.at,
    })
    .execute();
}

export async function updatePaymentRefund(
  db: TenantDb,
  refundId: string,
  change: {
    state?: PaymentRefund['state'];
    providerRef?: string | null;
    lastError?: string | null;
    keyNumber?: number;
    at: Date;
  },
): Promise<void> {
  await db
    .updateTable('payment_refund')
    .set({
      changed_at: change.at,
      ...(change.state ? { state: change.state } : {}),
      ...(change.providerRef === undefined ? {} : { provider_ref: change.providerRef }),
      ...(change.lastError === undefined ? {} : { last_error: change.lastError?.slice(0, 500) ?? null }),
      ...(change.keyNumber === undefined ? {} : { key_number: change.keyNumber }),
    })
    .where('refund_id', '=', refundId)
    .execute();
}

export async function findUnsettledRefundIds(db: TenantDb, paymentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_refund')
    .select('refund_id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['pending', 'failed'])
    .execute();
  return rows.map((row) => row.refund_id);
}
