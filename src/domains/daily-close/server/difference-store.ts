import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { DifferenceKind, DifferenceState, MendingAct, Subject } from '../contract/codes.ts';
import type { CloseDifference } from '../contract/endpoints.ts';
import { actsOf } from '../rules/acts.ts';
import type { Difference } from '../rules/facts.ts';
import type { StoredClose } from './close-store.ts';

const AT_ONCE = 500;

const select = (db: TenantDb) => db.selectFrom('daily_close_difference').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

export interface StoredDifference {
  readonly id: string;
  readonly closeId: string;
  readonly day: string;
  readonly key: string;
  readonly kind: DifferenceKind;
  readonly state: DifferenceState;
  readonly subject: Subject;
  readonly subjectNo: string;
  readonly orderNo: string;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly expectedMinor: number | null;
  readonly foundMinor: number | null;
  readonly acts: readonly MendingAct[];
}

const kindOf = (row: Row) => row.kind as DifferenceKind;

const toDifference = (row: Row): StoredDifference => ({
  ...{ id: row.id, closeId: row.close_id, day: row.day, key: row.key, kind: kindOf(row) },
  ...{ state: row.state as DifferenceState, subject: row.subject as Subject, subjectNo: row.subject_no },
  ...{ orderNo: row.order_no, paymentId: row.payment_id, refundId: row.refund_id },
  ...{ expectedMinor: row.expected_minor, foundMinor: row.found_minor, acts: possibleActs(row) },
});

const possibleActs = (row: Row): readonly MendingAct[] =>
  actsOf({ kind: kindOf(row), subject: row.subject, paymentId: row.payment_id, refundId: row.refund_id });

/** As the day's page shows it. */
const toShown = (row: Row): CloseDifference => ({
  ...{ id: row.id, kind: kindOf(row), state: row.state as DifferenceState, subject: row.subject as Subject },
  ...{ subjectNo: row.subject_no, orderNo: row.order_no, providerRef: row.provider_ref, paymentId: row.payment_id },
  ...{ currency: row.currency, expectedMinor: row.expected_minor, foundMinor: row.found_minor, cups: row.cups },
  ...{ happenedAt: row.happened_at?.toISOString() ?? null, foundAt: row.found_at.toISOString() },
  ...{ settledAt: row.settled_at?.toISOString() ?? null, settledByName: row.settled_by_name },
  ...{ reason: row.reason, note: row.note, acts: [...possibleActs(row)] },
});

export async function shownDifferences(db: TenantDb, closeId: string): Promise<CloseDifference[]> {
  const rows = await select(db)
    .where('close_id', '=', closeId)
    .orderBy(sql`array_position(array['open', 'mending', 'accepted', 'settled'], state)`)
    .orderBy('happened_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  return rows.map(toShown);
}

export async function lockDifference(db: TenantDb, id: string): Promise<StoredDifference | undefined> {
  const row = await select(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toDifference(row);
}

export async function changeDifference(
  tx: Transaction,
  id: string,
  change: { state?: DifferenceState; reason?: string; note?: string; act?: MendingAct; settled?: boolean },
): Promise<void> {
  const { settled, ...columns } = change;
  await tx.db
    .updateTable('daily_close_difference')
    .set({ ...columns, ...(settled ? { settled_at: tx.now(), settled_by_name: tx.actor.name } : {}) })
    .where('id', '=', id)
    .execute();
}

/** How many people still have to look at. */
export async function countOpen(db: TenantDb, closeId: string): Promise<number> {
  const { count } = await db
    .selectFrom('daily_close_difference')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('close_id', '=', closeId)
    .where('state', 'in', ['open', 'mending'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Brings what is kept in line with what a run has found: new ones are added, those that are gone are settled, those that came back or
 * have other amounts are open again, and what a person accepted stays so.
 */
export async function reconcile(tx: Transaction, close: StoredClose, found: readonly Difference[]): Promise<void> {
  const rows = await select(tx.db).where('close_id', '=', close.id).forUpdate().execute();
  const kept = new Map(rows.map((row) => [row.key, row]));
  const now = new Set(found.map(({ key }) => key));
  const gone = rows.filter((row) => !now.has(row.key) && row.state !== 'settled').map(({ id }) => id);
  if (gone.length > 0)
    await tx.db
      .updateTable('daily_close_difference')
      .set({ state: 'settled', settled_at: tx.now() })
      .where('id', 'in', gone)
      .execute();
  const added: Difference[] = [];
  for (const one of found) {
    const row = kept.get(one.key);
    if (!row) added.push(one);
    else if (row.state !== 'accepted' || hasOtherAmounts(row, one))
      await tx.db
        .updateTable('daily_close_difference')
        .set({ ...columnsOf(one), state: 'open', settled_at: null, settled_by_name: '' })
        .where('id', '=', row.id)
        .execute();
  }
  for (let at = 0; at < added.length; at += AT_ONCE)
    await tx.db
      .insertInto('daily_close_difference')
      .values(
        added.slice(at, at + AT_ONCE).map((one) => ({
          ...{ id: newId(), close_id: close.id, day: close.day, key: one.key, found_at: tx.now() },
          ...columnsOf(one),
        })),
      )
      .execute();
}

const hasOtherAmounts = (row: Row, one: Difference): boolean =>
  row.expected_minor !== one.expectedMinor || row.found_minor !== one.foundMinor || row.cups !== one.cups;

const columnsOf = (one: Difference) => ({
  ...{ kind: one.kind, subject: one.subject, subject_no: one.subjectNo, order_no: one.orderNo },
  ...{ provider_ref: one.providerRef, payment_id: one.paymentId, refund_id: one.refundId, currency: one.currency },
  ...{ expected_minor: one.expectedMinor, found_minor: one.foundMinor, cups: one.cups, happened_at: one.happenedAt },
});
