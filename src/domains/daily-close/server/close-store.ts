import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { dailyCloses } from '../contract/closes.ts';
import type { CloseEvent, CloseFailure, CloseState, CloseStep } from '../contract/codes.ts';
import type { SheetLine } from '../contract/endpoints.ts';
import { daySpan } from '../rules/close-day.ts';
import type { Day } from '../rules/facts.ts';

const select = (db: TenantDb) => db.selectFrom('daily_close').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

export interface StoredClose extends Day {
  readonly id: string;
  readonly day: string;
  readonly timeZone: string;
  readonly state: CloseState;
  readonly failure: CloseFailure | null;
  readonly step: CloseStep;
  readonly runAt: Date | null;
  readonly openCount: number;
  readonly signedByName: string;
  readonly signedAt: Date | null;
  readonly signNote: string;
  readonly timing: unknown;
}

const toClose = (row: Row): StoredClose => ({
  ...{ id: row.id, day: row.day, timeZone: row.time_zone, from: row.from_at, before: row.before_at },
  ...{ state: row.state as CloseState, failure: row.failure as CloseFailure | null, step: row.step as CloseStep },
  ...{ runAt: row.run_at, openCount: row.open_count, signedByName: row.signed_by_name, signedAt: row.signed_at },
  ...{ signNote: row.sign_note, timing: row.timing },
});

export async function findClose(db: TenantDb, day: string): Promise<StoredClose | undefined> {
  const row = await select(db).where('day', '=', day).executeTakeFirst();
  return row && toClose(row);
}

export async function lockClose(db: TenantDb, by: { id: string } | { day: string }): Promise<StoredClose | undefined> {
  const row = await select(db)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('day', '=', by.day)))
    .forUpdate()
    .executeTakeFirst();
  return row && toClose(row);
}

/** The day as it is kept; begun where it was not there. Two that begin it at once get the same one. */
export async function openClose(tx: Transaction, day: string): Promise<StoredClose> {
  const known = await lockClose(tx.db, { day });
  if (known) return known;
  const tenant = await tx.db.selectFrom('tenant').select(['time_zone', 'currency']).executeTakeFirstOrThrow();
  const previous = await tx.db
    .selectFrom('daily_close')
    .select('before_at')
    .where('day', '=', sql<string>`${day}::date - 1`)
    .executeTakeFirst();
  const span = daySpan(day, tenant.time_zone, previous?.before_at ?? null);
  await tx.db
    .insertInto('daily_close')
    .values({
      ...{ id: newId(), day, time_zone: span.timeZone, from_at: span.from, before_at: span.before },
      currency: tenant.currency,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'day']).doNothing())
    .execute();
  const opened = await lockClose(tx.db, { day });
  if (!opened) throw new Error(`day ${day} could not be opened`);
  return opened;
}

export interface CloseChange {
  readonly state?: CloseState;
  readonly failure?: CloseFailure | null;
  readonly step?: CloseStep;
  readonly run_at?: Date;
  readonly run_by_name?: string;
  readonly open_count?: number;
  readonly found_count?: number;
  readonly correction_count?: number;
  readonly order_count?: number;
  readonly sales_minor?: number;
  readonly timing?: string;
  readonly signed_by?: string | null;
  readonly signed_by_name?: string;
  readonly signed_at?: Date | null;
  readonly sign_note?: string;
}

export async function updateClose(tx: Transaction, id: string, change: CloseChange): Promise<void> {
  await tx.db.updateTable('daily_close').set(change).where('id', '=', id).execute();
  await tx.live({ kind: dailyCloses.name, id, permission: dailyCloses.permission('view') });
}

export async function noteEvent(
  tx: Transaction,
  closeId: string,
  what: CloseEvent,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await tx.db
    .insertInto('daily_close_event')
    .values({
      ...{ id: newId(), close_id: closeId, at: tx.now(), what, actor: tx.actor.name, detail: JSON.stringify(detail) },
    })
    .execute();
}

export async function findLines(db: TenantDb, closeId: string): Promise<SheetLine[]> {
  const rows = await db
    .selectFrom('daily_close_line')
    .select(['section', 'key', 'currency', 'number', 'amount_minor', 'base_minor'])
    .where('close_id', '=', closeId)
    .orderBy('section')
    .orderBy('key')
    .orderBy('currency')
    .execute();
  return rows.map((row) => ({
    ...{ section: row.section as SheetLine['section'], key: row.key, currency: row.currency },
    ...{ number: Number(row.number), amountMinor: Number(row.amount_minor), baseMinor: Number(row.base_minor) },
  }));
}

export async function replaceLines(tx: Transaction, closeId: string, lines: readonly SheetLine[]): Promise<void> {
  await tx.db.deleteFrom('daily_close_line').where('close_id', '=', closeId).execute();
  if (lines.length === 0) return;
  await tx.db
    .insertInto('daily_close_line')
    .values(
      lines.map((line) => ({
        ...{ id: newId(), close_id: closeId, section: line.section, key: line.key, currency: line.currency },
        ...{ number: line.number, amount_minor: line.amountMinor, base_minor: line.baseMinor },
      })),
    )
    .execute();
}
