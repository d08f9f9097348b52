import type { OrderState } from '#domains/orders/rules/order-status.ts';
import { disputedOfOrder } from '#domains/payments/server/index.ts';
import type { RefundOrigin, RefundProviderState, RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RefundSummary } from '#domains/refunds/contract/refund-record.ts';
import type { RefundableOrder, RefundFacts } from '#domains/refunds/rules/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Currency } from '#platform/money/contract/currency.ts';

export interface Refund extends RefundFacts {
  readonly id: string;
  readonly orderNo: string;
  readonly paymentId: string | null;
  readonly origin: RefundOrigin;
  readonly currency: Currency;
  readonly isFull: boolean;
  readonly drinkNos: readonly number[];
}

const columns = [
  'tenant_id',
  'id',
  'order_no',
  'payment_id',
  'origin',
  'status',
  'provider_state',
  'amount_minor',
  'currency',
  'is_full',
  'drink_nos',
] as const;
const summaryColumns = [
  ...columns,
  'reason',
  'provider_ref',
  'requested_by_name',
  'requested_at',
  'answered_by_name',
  'answered_at',
  'answer_reason',
  'completed_at',
  'last_error',
] as const;

interface RefundRow {
  id: string;
  order_no: string;
  payment_id: string | null;
  origin: string;
  status: number;
  provider_state: string | null;
  amount_minor: number;
  currency: string;
  is_full: boolean;
  drink_nos: number[];
}

function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    orderNo: row.order_no,
    paymentId: row.payment_id,
    origin: row.origin as RefundOrigin,
    status: row.status as RefundStatus,
    providerState: row.provider_state as RefundProviderState | null,
    amountMinor: row.amount_minor,
    currency: row.currency as Currency,
    isFull: row.is_full,
    drinkNos: row.drink_nos,
  };
}

/** What the rules ask about an order before money goes back. */
export const refundFacts = async (
  db: TenantDb,
  order: { readonly orderNo: string; readonly state: OrderState; readonly paidMinor: number },
): Promise<RefundableOrder> => ({
  ...{ status: order.state.status, paidMinor: order.paidMinor },
  refunds: await findRefunds(db, order.orderNo),
  disputedMinor: (await disputedOfOrder(db, order.orderNo)) ?? 0,
});

/** All applications of an order, oldest first, as the rules want them; read under the order's lock. */
export async function findRefunds(db: TenantDb, orderNo: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('order_refund')
    .select(columns)
    .where('order_no', '=', orderNo)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map(toRefund);
}

export async function findRefund(db: TenantDb, id: string): Promise<Refund | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db.selectFrom('order_refund').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toRefund(row);
}

export async function recordRefund(
  db: TenantDb,
  refund: Omit<Refund, 'id'> & { id?: string; reason: string; byId: string; byName: string; at: Date },
): Promise<string> {
  const id = refund.id ?? newId();
  await db
    .insertInto('order_refund')
    .values({
      id,
      order_no: refund.orderNo,
      payment_id: refund.paymentId,
      origin: refund.origin,
      status: refund.status,
      provider_state: refund.providerState,
      amount_minor: refund.amountMinor,
      currency: refund.currency,
      is_full: refund.isFull,
      drink_nos: [...refund.drinkNos],
      reason: refund.reason,
      requested_by: refund.byId,
      requested_by_name: refund.byName,
      requested_at: refund.at,
    })
    .execute();
  return id;
}

export async function updateRefund(
  db: TenantDb,
  id: string,
  change: {
    status?: RefundStatus;
    providerState?: RefundProviderState | null;
    paymentId?: string;
    answeredByName?: string;
    answeredAt?: Date;
    answerReason?: string;
    reason?: string;
    completedAt?: Date;
    providerRef?: string;
    lastError?: string | null;
  },
): Promise<void> {
  await db
    .updateTable('order_refund')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.providerState === undefined ? {} : { provider_state: change.providerState }),
      ...(change.paymentId === undefined ? {} : { payment_id: change.paymentId }),
      ...(change.answeredByName === undefined ? {} : { answered_by_name: change.answeredByName }),
      ...(change.answeredAt === undefined ? {} : { answered_at: change.answeredAt }),
      ...(change.answerReason === undefined ? {} : { answer_reason: change.answerReason }),
      ...(change.reason === undefined ? {} : { reason: change.reason }),
      ...(change.completedAt === undefined ? {} : { completed_at: change.completedAt }),
      ...(change.providerRef === undefined ? {} : { provider_ref: change.providerRef }),
      ...(change.lastError === undefined ? {} : { last_error: change.lastError }),
    })
    .where('id', '=', id)
    .execute();
}

/** Newest first, as people read them. */
export async function findRefundSummaries(
  db: TenantDb,
  only: { orderNo: string } | { id: string },
): Promise<RefundSummary[]> {
  const query = db.selectFrom('order_refund').select(summaryColumns);
  const rows = await ('id' in only ? query.where('id', '=', only.id) : query.where('order_no', '=', only.orderNo))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => {
    const refund = toRefund(row);
    return {
      id: refund.id,
      orderNo: refund.orderNo,
      origin: refund.origin,
      status: refund.status,
      providerState: refund.providerState,
      amountMinor: refund.amountMinor,
      currency: refund.currency,
      isFull: refund.isFull,
      drinkNos: [...refund.drinkNos],
      reason: row.reason,
      requestedByName: row.requested_by_name,
      requestedAt: row.requested_at.toISOString(),
      answeredByName: row.answered_by_name,
      answeredAt: row.answered_at?.toISOString() ?? null,
      answerReason: row.answer_reason,
      completedAt: row.completed_at?.toISOString() ?? null,
      providerRef: row.provider_ref,
      lastError: row.last_error,
    };
  });
}
