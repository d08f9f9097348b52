import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { scheduledJobJobs } from '../contract/jobs.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';
import { planJob } from '../rules/plan-job.ts';
import { insertRun, isUnderWay } from './run-store.ts';

/** So many jobs in one pass; the others come with the next one, a moment later. */
const AT_ONCE = 200;

interface DueJob {
  readonly tenant_id: number;
  readonly id: string;
}

/**
 * Gives all jobs that are due to the queue, each slot once whichever server sees it first, and answers how many. Jobs of a
 * tenant whose clocks moved to another zone are planned anew.
 */
export async function planDueJobs(services: Services): Promise<number> {
  const now = services.clock.now();
  const { rows } = await services.database.acrossTenants('jobs that are due', (db) =>
    sql<DueJob>`
      select job.tenant_id, job.id from scheduled_job job join tenant on tenant.tenant_id = job.tenant_id
       where job.status = 0 and tenant.status = 1
         and (job.next_run_at <= ${now} or job.planned_zone <> tenant.time_zone)
       order by job.next_run_at limit ${AT_ONCE}`.execute(db),
  );
  let begun = 0;
  for (const { tenant_id, id } of rows) {
    const request = { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' } as const;
    if (await runTransaction(services, request, (tx) => planOne(tx, id))) begun += 1;
  }
  return begun;
}

/** Another server that holds the job is at it: it is left alone. */
async function planOne(tx: Transaction, id: string): Promise<boolean> {
  const now = tx.now();
  const job = await tx.db
    .selectFrom('scheduled_job')
    .select(['cron_expression', 'next_run_at', 'planned_zone'])
    .where('id', '=', id)
    .where('status', '=', 0)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!job) return false;
  const zone = await zoneOf(tx);
  const planned = { cronExpression: job.cron_expression, nextRunAt: job.next_run_at, plannedZone: job.planned_zone };
  const { slot, nextRunAt } = planJob(planned, zone, now);
  await tx.db
    .updateTable('scheduled_job')
    .set({ next_run_at: nextRunAt, planned_zone: zone })
    .where('id', '=', id)
    .execute();
  return slot !== null && (await takeSlot(tx, id, slot));
}

/** A slot that comes while the last run goes on is recorded as skipped (practice 17.5). */
async function takeSlot(tx: Transaction, jobId: string, slot: Date): Promise<boolean> {
  const at = tx.now();
  const outcome = (await isUnderWay(tx.db, jobId, at)) ? 'skipped' : 'waiting';
  const runId = await insertRun(tx.db, { jobId, slot, outcome, at });
  if (runId === undefined) return false;
  if (outcome === 'waiting') await tx.enqueue(scheduledJobJobs.run, { runId }, { key: runId });
  await announceJob(tx, jobId);
  return outcome === 'waiting';
}

export const zoneOf = async ({ db }: Pick<Transaction, 'db'>): Promise<string> =>
  (await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow()).time_zone;

/** Open lists and panels show what became of a job. */
export const announceJob = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: scheduledJobs.name, id, permission: scheduledJobs.permission('view') });
