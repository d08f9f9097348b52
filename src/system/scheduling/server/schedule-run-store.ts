import { sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';

/** One row per schedule and slot; its primary key is what keeps two servers from running a slot twice (security 9.5). */
export async function findLatestSlot(db: PlatformDb, name: string, upTo: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('schedule_run')
    .select('slot')
    .where('name', '=', name)
    .where('slot', '<=', upTo)
    .orderBy('slot', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.slot ?? null;
}

/** Whether a run of this schedule goes on somewhere: it has shown so within `withinSeconds`, by the database's clock. */
export async function isRunning(db: PlatformDb, name: string, withinSeconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('schedule_run')
    .select('slot')
    .where('name', '=', name)
    .where('outcome', '=', 'running')
    .where('alive_at', '>', sql<Date>`now() - make_interval(secs => ${withinSeconds})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A run says that it goes on. */
export async function keepAlive(db: PlatformDb, name: string, slot: Date): Promise<void> {
  await db
    .updateTable('schedule_run')
    .set({ alive_at: sql<Date>`now()` })
    .where('name', '=', name)
    .where('slot', '=', slot)
    .execute();
}

export type SlotOutcome = 'running' | 'done' | 'failed' | 'skipped';

/** False when another server was first. */
export async function claimSlot(
  db: PlatformDb,
  claim: { name: string; slot: Date; at: Date; outcome: SlotOutcome; detail?: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('schedule_run')
    .values({
      name: claim.name,
      slot: claim.slot,
      started_at: claim.at,
      finished_at: claim.outcome === 'running' ? null : claim.at,
      outcome: claim.outcome,
      alive_at: sql<Date>`now()`,
      detail: claim.detail ?? null,
    })
    .onConflict((conflict) => conflict.columns(['name', 'slot']).doNothing())
    .returning('slot')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function finishSlot(
  db: PlatformDb,
  run: { name: string; slot: Date; at: Date; outcome: SlotOutcome; detail?: string },
): Promise<void> {
  await db
    .updateTable('schedule_run')
    .set({ finished_at: run.at, outcome: run.outcome, detail: run.detail ?? null })
    .where('name', '=', run.name)
    .where('slot', '=', run.slot)
    .execute();
}

/** Deletes old runs, except the newest of each schedule: it shows what has been missed. */
export async function purgeRuns(db: PlatformDb, before: Date): Promise<void> {
  await sql`delete from schedule_run old where old.slot < ${before}
    and exists (select 1 from schedule_run newer where newer.name = old.name and newer.slot > old.slot)`.execute(db);
}
