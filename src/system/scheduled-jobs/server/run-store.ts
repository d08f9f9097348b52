import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { RunOutcome } from '../contract/scheduled-jobs.ts';

/** A run without a sign for so long has died with its server. */
const DEAD_AFTER_SECONDS = 15 * 60;
const SERVER_DIGITS = 6;

/** Tells servers apart in the log of runs without saying what they are called. */
export const SERVER_NAME = createHash('sha256').update(hostname()).digest('hex').slice(0, SERVER_DIGITS);

export interface NewRun {
  readonly jobId: string;
  readonly slot: Date;
  readonly askedBy?: string;
  readonly outcome: Extract<RunOutcome, 'waiting' | 'skipped'>;
  readonly at: Date;
}

/** Its id; nothing where another server took the slot. */
export async function insertRun(db: TenantDb, run: NewRun): Promise<string | undefined> {
  const isSkipped = run.outcome === 'skipped';
  const row = await db
    .insertInto('scheduled_job_run')
    .values({
      ...{ id: newId(), job_id: run.jobId, slot: run.slot, asked_by: run.askedBy ?? '', outcome: run.outcome },
      ...(isSkipped ? { started_at: run.at, finished_at: run.at, server: SERVER_NAME } : {}),
    })
    .onConflict((same) => same.columns(['tenant_id', 'job_id', 'slot']).where('asked_by', '=', sql.lit('')).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether a run of the job waits or goes on somewhere; one that has died is closed first. */
export async function isUnderWay(db: TenantDb, jobId: string, now: Date): Promise<boolean> {
  const dead = sql<boolean>`alive_at <= now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`;
  const ofJob = db.updateTable('scheduled_job_run').where('job_id', '=', jobId);
  await ofJob
    .set({ outcome: 'failed', problem: 'scheduled-job.interrupted', finished_at: now })
    .where('outcome', 'in', ['waiting', 'running'])
    .where(dead)
    .execute();
  const row = await db
    .selectFrom('scheduled_job_run')
    .select('id')
    .where('job_id', '=', jobId)
    .where('outcome', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface BegunRun {
  readonly id: string;
  readonly job_id: string;
  readonly slot: Date;
}

/** Begins a run, or begins it again after its server was lost; nothing for one that is over. */
export function beginRun(db: TenantDb, runId: string, at: Date): Promise<BegunRun | undefined> {
  return db
    .updateTable('scheduled_job_run')
    .set({ outcome: 'running', started_at: at, server: SERVER_NAME, alive_at: sql<Date>`now()` })
    .where('id', '=', runId)
    .where('outcome', 'in', ['waiting', 'running'])
    .returning(['id', 'job_id', 'slot'])
    .executeTakeFirst();
}

interface End {
  readonly outcome: Extract<RunOutcome, 'done' | 'failed'>;
  readonly at: Date;
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly problem?: string;
}

/** False where the run was closed meanwhile. */
export async function endRun(db: TenantDb, runId: string, end: End): Promise<boolean> {
  const row = await db
    .updateTable('scheduled_job_run')
    .set({
      ...{ outcome: end.outcome, finished_at: end.at, problem: end.problem ?? null },
      facts: JSON.stringify(end.facts ?? {}),
    })
    .where('id', '=', runId)
    .where('outcome', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Old runs of all tenants go. */
export async function purgeJobRuns(db: PlatformDb, before: Date): Promise<void> {
  await db
    .deleteFrom('scheduled_job_run')
    .where('slot', '<', before)
    .where('outcome', 'not in', ['waiting', 'running'])
    .execute();
}
