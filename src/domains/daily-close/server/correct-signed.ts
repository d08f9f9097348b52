import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { CloseCorrection, SheetLine } from '../contract/endpoints.ts';
import { correctionsOf } from '../rules/corrections.ts';
import { findLines, noteEvent, type StoredClose } from './close-store.ts';
import { readSheet } from './sheet-store.ts';

/** What changes of a day later than this is so rare that its own row tells it well enough. */
const LOOKED_BACK_DAYS = 14;

type Correction = Pick<SheetLine, 'section' | 'key' | 'currency' | 'number' | 'amountMinor'>;

/**
 * Signed days before this one, as far as this is the next open day after them: what they would say otherwise by now is counted here.
 * Answers how many lines there are.
 */
export async function correctSigned(tx: Transaction, close: StoredClose): Promise<number> {
  const signed = await tx.db
    .selectFrom('daily_close as s')
    .select(['s.id', 's.day', 's.from_at', 's.before_at'])
    .where('s.state', '=', 'signed')
    .where('s.day', '<', close.day)
    .where('s.day', '>=', sql<string>`${close.day}::date - ${LOOKED_BACK_DAYS}::integer`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('daily_close as between')
            .select('between.id')
            .whereRef('between.day', '>', 's.day')
            .where('between.day', '<', close.day)
            .where('between.state', '<>', 'signed'),
        ),
      ),
    )
    .orderBy('s.day')
    .execute();
  await tx.db.deleteFrom('daily_close_correction').where('in_close_id', '=', close.id).execute();
  let count = 0;
  for (const day of signed) {
    const now = await readSheet(tx.db, { from: day.from_at, before: day.before_at });
    const lines = correctionsOf(now, await findLines(tx.db, day.id), await landedOf(tx.db, day.id));
    if (lines.length === 0) continue;
    count += lines.length;
    await tx.db
      .insertInto('daily_close_correction')
      .values(
        lines.map(({ section, key, currency, number, amountMinor }) => ({
          ...{ id: newId(), of_close_id: day.id, in_close_id: close.id, section, key, currency, number },
          ...{ amount_minor: amountMinor, at: tx.now() },
        })),
      )
      .execute();
    await noteEvent(tx, close.id, 'corrected', { ofDay: day.day, lines: lines.length });
  }
  return count;
}

/** What of a signed day was counted in other days so far. */
async function landedOf(db: TenantDb, closeId: string): Promise<Correction[]> {
  const rows = await db
    .selectFrom('daily_close_correction')
    .select(['section', 'key', 'currency', 'number', 'amount_minor'])
    .where('of_close_id', '=', closeId)
    .execute();
  return rows.map((row) => ({
    ...{ section: row.section as SheetLine['section'], key: row.key, currency: row.currency },
    ...{ number: Number(row.number), amountMinor: Number(row.amount_minor) },
  }));
}

/** Of this day that were counted in others, and of others that are counted in this one. */
export async function shownCorrections(db: TenantDb, closeId: string): Promise<CloseCorrection[]> {
  const rows = await db
    .selectFrom('daily_close_correction as c')
    .innerJoin('daily_close as of', 'of.id', 'c.of_close_id')
    .innerJoin('daily_close as in', 'in.id', 'c.in_close_id')
    .select(['of.day as of_day', 'in.day as in_day', 'c.section', 'c.key', 'c.currency', 'c.number', 'c.amount_minor'])
    .where((eb) => eb.or([eb('c.of_close_id', '=', closeId), eb('c.in_close_id', '=', closeId)]))
    .orderBy('of.day')
    .orderBy('c.section')
    .orderBy('c.key')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    ...{ ofDay: row.of_day, inDay: row.in_day, section: row.section as SheetLine['section'], key: row.key },
    ...{ currency: row.currency, number: Number(row.number), amountMinor: Number(row.amount_minor) },
  }));
}
