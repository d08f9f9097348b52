import type { DisputeReason, DisputeState } from '#domains/payments/contract/dispute.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type DisputeFacts, type DisputeStep, disputeSteps } from '../../rules/disputes.ts';
import type { ProviderDispute } from '../payment-provider.ts';

/** A dispute as it is kept. */
export interface StoredDispute extends DisputeFacts {
  readonly id: string;
  readonly ref: string;
  readonly paymentId: string;
  readonly reason: DisputeReason;
  readonly evidenceDueAt: Date | null;
  readonly evidenceSent: boolean;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly answerUrl: string;
  readonly version: number;
}

const select = (db: TenantDb) =>
  db
    .selectFrom('payment_dispute')
    .select(['id', 'payment_id', 'provider_ref', 'state', 'reason', 'amount_minor', 'currency', 'refundable'])
    .select(['evidence_due_at', 'evidence_sent', 'opened_at', 'closed_at', 'withdrawn_at', 'reinstated_at'])
    .select(['answer_url', 'version']);
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toDispute = (row: Row): StoredDispute => ({
  ...{ id: row.id, ref: row.provider_ref, paymentId: row.payment_id },
  ...{ state: row.state as DisputeState, reason: row.reason as DisputeReason },
  ...{ amountMinor: row.amount_minor, currency: row.currency, refundable: row.refundable },
  ...{ evidenceDueAt: row.evidence_due_at, evidenceSent: row.evidence_sent },
  ...{ openedAt: row.opened_at, closedAt: row.closed_at },
  ...{ withdrawnAt: row.withdrawn_at, reinstatedAt: row.reinstated_at },
  ...{ answerUrl: row.answer_url, version: row.version },
});

/** Disputes of one payment, oldest first. */
export async function findDisputesOf(db: TenantDb, paymentId: string): Promise<StoredDispute[]> {
  const rows = await select(db).where('payment_id', '=', paymentId).orderBy('opened_at').orderBy('id').execute();
  return rows.map(toDispute);
}

/** What became of the disputes of an order or a rental, for those who read what happened to it. */
export async function findDisputeSteps(
  db: TenantDb,
  orderNo: string,
): Promise<(DisputeStep & { readonly id: string })[]> {
  const rows = await db
    .selectFrom('payment_dispute as d')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .select(['d.id', 'd.state', 'd.opened_at', 'd.closed_at', 'd.withdrawn_at'])
    .where('p.order_no', '=', orderNo)
    .execute();
  return rows.flatMap((row) =>
    disputeSteps({
      ...{ state: row.state as DisputeState, withdrawnAt: row.withdrawn_at },
      ...{ openedAt: row.opened_at, closedAt: row.closed_at },
    }).map((step) => ({ ...step, id: `${row.id}/${step.what}` })),
  );
}

const rowOf = (told: ProviderDispute, closedAt: Date | null) => ({
  ...{ state: told.state, reason: told.reason, amount_minor: told.amountMinor, currency: told.currency },
  ...{ refundable: told.refundable, evidence_due_at: told.evidenceDueAt, evidence_sent: told.evidenceSent },
  ...{ opened_at: told.openedAt, closed_at: closedAt, answer_url: told.answerUrl },
  ...{ withdrawn_at: told.withdrawnAt, reinstated_at: told.reinstatedAt },
  ...{ fee_minor: told.fee?.amountMinor ?? null, fee_currency: told.fee?.currency ?? null },
});

export async function recordDispute(
  db: TenantDb,
  paymentId: string,
  told: ProviderDispute,
  closedAt: Date | null,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('payment_dispute')
    .values({ id, payment_id: paymentId, provider_ref: told.ref, ...rowOf(told, closedAt) })
    .execute();
  return id;
}

export async function updateDispute(
  db: TenantDb,
  id: string,
  told: ProviderDispute,
  closedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('payment_dispute')
    .set((eb) => ({ ...rowOf(told, closedAt), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** What banks have taken of a payment, for lists of payments. */
export async function writeTaken(db: TenantDb, paymentId: string, amountMinor: number): Promise<void> {
  await db.updateTable('payment').set({ disputed_minor: amountMinor }).where('id', '=', paymentId).execute();
}

/** Where what was paid for stands: who is restricted to spots hears of his alone. */
export async function spotsOf(
  db: TenantDb,
  disputeIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('listed_payment_dispute')
    .select(['id', 'spot_id'])
    .where('id', 'in', [...disputeIds])
    .execute();
  return new Map(rows.map(({ id, spot_id }) => [String(id), spot_id]));
}
