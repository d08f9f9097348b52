import { sql } from 'kysely';
import type {
  PaidKind,
  PaymentChannel,
  PaymentPurpose,
  PaymentRecord,
  PaymentState,
} from '#domains/payments/contract/payment.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { type ChannelNames, NO_NAMES } from './configs/open-setting.ts';
import type { ProviderPayment, StoredMethod } from './payment-provider.ts';

/** States in which money may still come. */
export const OPEN_STATES: readonly PaymentState[] = ['created', 'pending', 'requires_action'];

export interface Received {
  readonly amountMinor: number;
  readonly currency: string;
}

export interface Payment {
  readonly id: string;
  readonly serialNo: string;
  readonly orderNo: string;
  readonly attempt: number;
  readonly channel: PaymentChannel;
  readonly status: PaymentState;
  /** What was asked for. */
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: Currency;
  /** What came, as the provider said it; it is what can go back. As asked for where nobody has said it. */
  readonly received: Received;
  readonly idempotencyKey: string;
  readonly providerRef: string | null;
  /** With which the first call was or will be made: a repetition of it must say the same. */
  readonly paymentMethod: string | null;
  /** The terminal at which the card is presented; null for every other way. */
  readonly readerRef: string | null;
  readonly errorCode: string | null;
  /** The setting that it was taken by; null for what asked no provider, and for payments of before. */
  readonly configId: string | null;
  readonly orderKind: PaidKind;
  readonly purpose: PaymentPurpose;
  /** What was held, and since when; what is to be taken of it. */
  readonly heldMinor: number | null;
  readonly heldAt: Date | null;
  readonly captureMinor: number | null;
  readonly withdrawnAt: Date | null;
  readonly stored: StoredMethod | null;
}

const columns = [
  'tenant_id',
  'id',
  'serial_no',
  'order_no',
  'attempt',
  'channel',
  'status',
  'amount_minor',
  'refunded_minor',
  'currency',
  'idempotency_key',
  'provider_ref',
  'error_code',
  'snapshot',
  'config_id',
  'order_kind',
  'purpose',
  'held_minor',
  'held_at',
  'capture_minor',
  'withdrawn_at',
  'customer_ref',
  'method_ref',
] as const;

interface PaymentRow {
  id: string;
  serial_no: string;
  order_no: string;
  attempt: number;
  channel: string;
  status: string;
  amount_minor: number;
  refunded_minor: number;
  currency: string;
  idempotency_key: string;
  provider_ref: string | null;
  error_code: string | null;
  snapshot: unknown;
  config_id: string | null;
  order_kind: string;
  purpose: string;
  held_minor: number | null;
  held_at: Date | null;
  capture_minor: number | null;
  withdrawn_at: Date | null;
  customer_ref: string | null;
  method_ref: string | null;
}

function toPayment(row: PaymentRow): Payment {
  const told = row.status === 'succeeded' ? (row.snapshot as { provider?: Received } | null)?.provider : undefined;
  const received = { amountMinor: told?.amountMinor ?? row.amount_minor, currency: told?.currency ?? row.currency };
  mustHold(
    'payment.refunded-within-captured',
    row.refunded_minor >= 0 && row.refunded_minor <= (row.status === 'succeeded' ? received.amountMinor : 0),
    { object: row.serial_no, amountMinor: received.amountMinor, refundedMinor: row.refunded_minor, status: row.status },
  );
  return {
    id: row.id,
    serialNo: row.serial_no,
    orderNo: row.order_no,
    attempt: row.attempt,
    channel: row.channel as PaymentChannel,
    status: row.status as PaymentState,
    amountMinor: row.amount_minor,
    refundedMinor: row.refunded_minor,
    currency: row.currency as Currency,
    received,
    idempotencyKey: row.idempotency_key,
    providerRef: row.provider_ref,
    paymentMethod: (row.snapshot as { paymentMethod?: string | null } | null)?.paymentMethod ?? null,
    readerRef: (row.snapshot as { readerRef?: string | null } | null)?.readerRef ?? null,
    errorCode: row.error_code,
    configId: row.config_id,
    orderKind: row.order_kind as PaidKind,
    purpose: row.purpose as PaymentPurpose,
    heldMinor: row.held_minor,
    heldAt: row.held_at,
    captureMinor: row.capture_minor,
    withdrawnAt: row.withdrawn_at,
    stored: row.method_ref === null ? null : { customerRef: row.customer_ref, methodRef: row.method_ref },
  };
}

export async function findPayment(db: TenantDb, id: string): Promise<Payment | undefined> {
  const row = await db.selectFrom('payment').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toPayment(row);
}

export async function findPaymentByRef(db: TenantDb, providerRef: string): Promise<Payment | undefined> {
  const row = await db.selectFrom('payment').select(columns).where('provider_ref', '=', providerRef).executeTakeFirst();
  return row && toPayment(row);
}

/** The newest attempt of an order. */
export async function findLastPayment(db: TenantDb, orderNo: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payment')
    .select(columns)
    .where('order_no', '=', orderNo)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Every attempt of an order that brought money, oldest first. */
export async function findReceivedPayments(db: TenantDb, orderNo: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payment')
    .select(columns)
    .where('order_no', '=', orderNo)
    .where('status', '=', 'succeeded')
    .orderBy('attempt')
    .execute();
  return rows.map(toPayment);
}

export async function lockPayment(db: TenantDb, id: string): Promise<Payment | undefined> {
  const row = await db.selectFrom('payment').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toPayment(row);
}

/** The key is on record before the provider is first asked (practice 3.1). */
export async function recordPayment(
  db: TenantDb,
  payment: {
    orderNo: string;
    attempt: number;
    channel: PaymentChannel;
    status: PaymentState;
    amountMinor: number;
    currency: Currency;
    paymentMethod: string | null;
    readerRef?: string | null | undefined;
    configId: string | null;
    /** What the tenant called the channel then. */
    names: ChannelNames;
    orderKind?: PaidKind;
    purpose?: PaymentPurpose;
    /** By which the customer is charged without being there. */
    stored?: StoredMethod | null;
    at: Date;
  },
): Promise<Payment> {
  const row = {
    id: newId(),
    serial_no: `P${payment.orderNo}${String(payment.attempt).padStart(2, '0')}`,
    order_no: payment.orderNo,
    attempt: payment.attempt,
    channel: payment.channel,
    status: payment.status,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    idempotency_key: `pay:${payment.orderNo}:${payment.attempt}`,
    requested_at: payment.at,
    received_at: payment.status === 'succeeded' ? payment.at : null,
    order_kind: payment.orderKind ?? 'coffee',
    purpose: payment.purpose ?? 'sale',
    customer_ref: payment.stored?.customerRef ?? null,
    method_ref: payment.stored?.methodRef ?? null,
    // a deposit of nothing is held without anybody being asked
    ...(payment.status === 'held'
      ? { held_minor: payment.amountMinor, held_at: payment.at }
      : { held_minor: null, held_at: null }),
    config_id: payment.configId,
  };
  const snapshot = {
    ...{ paymentMethod: payment.paymentMethod },
    ...{ channelName: payment.names.channelName, channelNameZh: payment.names.channelNameZh },
    ...(payment.readerRef ? { readerRef: payment.readerRef } : {}),
  };
  await db
    .insertInto('payment')
    .values({ ...row, snapshot: JSON.stringify(snapshot) })
    .execute();
  const unset = { refunded_minor: 0, provider_ref: null, error_code: null, capture_minor: null, withdrawn_at: null };
  return toPayment({ ...row, ...unset, snapshot });
}

export async function updateFromProvider(
  db: TenantDb,
  id: string,
  provider: ProviderPayment,
  at: Date,
): Promise<Pick<Payment, 'errorCode'>> {
  return db
    .updateTable('payment')
    .set({
      status: provider.state,
      provider_ref: provider.ref,
      charge_ref: provider.chargeRef,
      // a word that says nothing of why leaves a failed attempt its reason
      ...(provider.state === 'failed' && provider.errorCode === null
        ? {}
        : { error_code: provider.errorCode, error_message: provider.errorMessage?.slice(0, 500) ?? null }),
      received_at: at,
      ...(provider.stored ? { customer_ref: provider.stored.customerRef, method_ref: provider.stored.methodRef } : {}),
      ...(provider.state === 'held'
        ? { held_minor: provider.amountMinor, held_at: sql<Date>`coalesce(held_at, ${at})` }
        : {}),
      // of a deposit that is what was taken, whatever was held
      ...(provider.state === 'succeeded'
        ? {
            amount_minor: sql<number>`case when purpose = 'deposit' then ${provider.amountMinor}::bigint else amount_minor end`,
          }
        : {}),
      snapshot: sql`coalesce(snapshot, '{}') || ${JSON.stringify({
        provider: {
          ...{ state: provider.state, amountMinor: provider.amountMinor, currency: provider.currency },
          ...(provider.fee ? { feeMinor: provider.fee.amountMinor, feeCurrency: provider.fee.currency } : {}),
        },
      })}::jsonb`,
    })
    .where('id', '=', id)
    .returning('error_code as errorCode')
    .executeTakeFirstOrThrow();
}

/** The reference stays away: what it stands for at the provider may be paid back for the order that it belongs to only. */
export async function markMisdirected(
  db: TenantDb,
  id: string,
  { errorCode, namedOrderNo }: { errorCode: string; namedOrderNo: string | null },
  at: Date,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      status: 'failed',
      error_code: errorCode,
      error_message: `The provider's payment names order ${namedOrderNo?.slice(0, 100) ?? '(none)'}`,
      received_at: at,
    })
    .where('id', '=', id)
    .execute();
}

export async function markCancelled(db: TenantDb, id: string, at: Date): Promise<void> {
  await db
    .updateTable('payment')
    .set({ status: 'cancelled', received_at: at })
    .where('id', '=', id)
    .where('status', 'in', [...OPEN_STATES])
    .execute();
}

/** On record, so that the duty is found again when its job is lost (security 9.4). */
export async function markWithdrawn(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.updateTable('payment').set({ withdrawn_at: at }).where('id', '=', id).execute();
}

/** On record before the provider is asked, so that the duty outlives its job (security 9.4). */
export async function markCapture(db: TenantDb, id: string, amountMinor: number, at: Date): Promise<void> {
  await db
    .updateTable('payment')
    .set({ capture_minor: amountMinor, capture_asked_at: at })
    .where('id', '=', id)
    .execute();
}

/** A deposit that asked nobody has come to its end. */
export async function closeUnasked(db: TenantDb, id: string, status: PaymentState, at: Date): Promise<void> {
  await db.updateTable('payment').set({ status, received_at: at }).where('id', '=', id).execute();
}

/** Every attempt of an order, oldest first. */
export async function findPayments(db: TenantDb, orderNo: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payment')
    .select(columns)
    .where('order_no', '=', orderNo)
    .orderBy('attempt')
    .execute();
  return rows.map(toPayment);
}

export async function addRefunded(db: TenantDb, id: string, amountMinor: number): Promise<void> {
  await db
    .updateTable('payment')
    .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', amountMinor) }))
    .where('id', '=', id)
    .execute();
}

/** With the channel as the tenant called it then, in the reader's language. */
export async function findPaymentRecords(
  db: TenantDb,
  { orderNo, userId, language }: { readonly orderNo: string; readonly userId: string; readonly language: Language },
): Promise<PaymentRecord[]> {
  const rows = await db
    .selectFrom('payment')
    .select([...columns, 'charge_ref', 'error_message', 'requested_at', 'received_at'])
    .where('order_no', '=', orderNo)
    .orderBy('attempt', 'desc')
    .execute();
  return rows.map((row) => {
    const payment = toPayment(row);
    const { channelName, channelNameZh } = { ...NO_NAMES, ...(row.snapshot as Partial<ChannelNames> | null) };
    return {
      id: payment.id,
      serialNo: payment.serialNo,
      orderNo: payment.orderNo,
      attempt: payment.attempt,
      channel: payment.channel,
      channelName: localName(language, channelName, channelNameZh),
      status: payment.status,
      amountMinor: payment.amountMinor,
      refundedMinor: payment.refundedMinor,
      currency: payment.currency,
      userId,
      transactionNo: payment.providerRef,
      chargeId: row.charge_ref,
      errorCode: payment.errorCode,
      errorMessage: row.error_message,
      requestedAt: row.requested_at.toISOString(),
      receivedAt: row.received_at?.toISOString() ?? null,
    };
  });
}
