import type { RefundOrigin, RefundProviderState, RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { RentalRefund } from '../contract/rental.ts';

const select = (db: TenantDb) => db.selectFrom('rental_refund').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toRefund = (row: Row): RentalRefund => ({
  ...{ id: row.id, orderNo: row.order_no, origin: row.origin as RefundOrigin, status: row.status as RefundStatus },
  ...{ providerState: row.provider_state as RefundProviderState | null, amountMinor: row.amount_minor },
  ...{ currency: row.currency as Currency, isFull: row.is_full, reason: row.reason },
  ...{ requestedByName: row.requested_by_name, requestedAt: row.requested_at.toISOString() },
  ...{ answeredByName: row.answered_by_name, answeredAt: row.answered_at?.toISOString() ?? null },
  ...{
    answerReason: row.answer_reason,
    completedAt: row.completed_at?.toISOString() ?? null,
    lastError: row.last_error,
  },
});

/** Those of a rental, oldest first. */
export async function findRentalRefunds(db: TenantDb, orderNo: string): Promise<RentalRefund[]> {
  return (await select(db).where('order_no', '=', orderNo).orderBy('requested_at').orderBy('id').execute()).map(
    toRefund,
  );
}

export async function findRentalRefund(db: TenantDb, id: string): Promise<RentalRefund | undefined> {
  const row = await select(db).where('id', '=', id).executeTakeFirst();
  return row && toRefund(row);
}

export async function recordRentalRefund(
  db: TenantDb,
  refund: Pick<
    RentalRefund,
    'orderNo' | 'origin' | 'status' | 'providerState' | 'amountMinor' | 'isFull' | 'reason'
  > & {
    readonly currency: Currency;
    readonly id?: string;
    readonly byId: string;
    readonly byName: string;
    readonly at: Date;
  },
): Promise<string> {
  const id = refund.id ?? newId();
  await db
    .insertInto('rental_refund')
    .values({
      ...{ id, order_no: refund.orderNo, origin: refund.origin, status: refund.status, currency: refund.currency },
      ...{ provider_state: refund.providerState, amount_minor: refund.amountMinor, is_full: refund.isFull },
      ...{
        reason: refund.reason,
        requested_by: refund.byId,
        requested_by_name: refund.byName,
        requested_at: refund.at,
      },
    })
    .execute();
  return id;
}

export interface RefundChange {
  readonly status?: RefundStatus;
  readonly provider_state?: RefundProviderState | null;
  readonly answered_by_name?: string;
  readonly answered_at?: Date;
  readonly answer_reason?: string;
  readonly completed_at?: Date;
  readonly last_error?: string | null;
  readonly amount_minor?: number;
}

export async function updateRentalRefund(db: TenantDb, id: string, change: RefundChange): Promise<void> {
  await db.updateTable('rental_refund').set(change).where('id', '=', id).execute();
}

/** What of a refund one payment gives back; its id is that of the payment's own refund. */
export async function recordPart(
  db: TenantDb,
  part: { readonly id: string; readonly refundId: string; readonly paymentId: string; readonly amountMinor: number },
): Promise<void> {
  await db
    .insertInto('rental_refund_part')
    .values({ id: part.id, refund_id: part.refundId, payment_id: part.paymentId, amount_minor: part.amountMinor })
    .execute();
}

export async function findPart(db: TenantDb, id: string) {
  return db.selectFrom('rental_refund_part').select(['refund_id', 'state']).where('id', '=', id).executeTakeFirst();
}

/** Answers how many parts of the refund are still under way, and what has come back of the others. */
export async function settlePart(
  db: TenantDb,
  id: string,
  state: 'failed' | 'succeeded' | 'rejected',
): Promise<{ readonly underway: number; readonly returnedMinor: number }> {
  const { refund_id } = await db
    .updateTable('rental_refund_part')
    .set({ state })
    .where('id', '=', id)
    .returning('refund_id')
    .executeTakeFirstOrThrow();
  const parts = await db
    .selectFrom('rental_refund_part')
    .select(['state', 'amount_minor'])
    .where('refund_id', '=', refund_id)
    .execute();
  return {
    underway: parts.filter((part) => part.state === 'pending' || part.state === 'failed').length,
    returnedMinor: parts.reduce((sum, part) => sum + (part.state === 'succeeded' ? part.amount_minor : 0), 0),
  };
}
