import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import { defineJob, type JobContext, type JobHandler } from '#platform/jobs/server/define-job.ts';
import type { Receiver, ScheduledWork, WorkContext, WorkResult } from '#platform/jobs/server/define-work.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { findPerson } from '#system/session/server/index.ts';
import { JOB_LIST } from '../contract/addresses.ts';
import { scheduledJobJobs } from '../contract/jobs.ts';
import { jobFailedNotice } from '../contract/notices.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';
import { announceJob } from './plan-jobs.ts';
import { type BegunRun, beginRun, endRun } from './run-store.ts';
import { maySchedule, parametersOf, type Works, workNamed } from './works.ts';

interface StoredJob {
  readonly description: string;
  readonly job_class_name: string;
  readonly parameter: string;
  readonly owner_id: string | null;
}

/**
 * One run of a job. What it changes happens in the transaction that notes its end, so a run that is begun again after its server
 * was lost does nothing twice. A failure is noted and told; the queue does not try again, the next slot does.
 */
export const runScheduledJob = (works: Works): JobHandler =>
  defineJob(scheduledJobJobs.run, async (context, { runId }) => {
    const begun = await context.transaction(async (tx) => {
      const run = await beginRun(tx.db, runId, tx.now());
      if (!run) return undefined;
      await announceJob(tx, run.job_id);
      const job = await tx.db
        .selectFrom('scheduled_job')
        .select(['description', 'job_class_name', 'parameter', 'owner_id'])
        .where('id', '=', run.job_id)
        .executeTakeFirst();
      return { run, job };
    });
    if (!begun) return;
    const { run, job } = begun;
    try {
      const result = await perform(context, works, job ?? raise(scheduledJobs.notFound));
      await noteSuccess(context, run, result);
    } catch (error) {
      // this server stops: the queue gives the run to another one
      if (context.signal.aborted) throw error;
      await noteFailure(context, run, job?.description ?? '', error);
    }
  });

async function perform(context: JobContext, works: Works, job: StoredJob): Promise<WorkResult> {
  const work = workNamed(works, job.job_class_name);
  const owner = await ownerOf(context, job, work);
  const asker = { actor: owner, language: 'en-US' } as const;
  const result = await work.run(workContext(context), parametersOf(work, job.parameter, asker));
  if (context.signal.aborted) throw new Error('the run was aborted');
  return result;
}

/** Nobody's work goes on when he may not do it any more (security 5.4). */
async function ownerOf(context: JobContext, { owner_id }: StoredJob, work: ScheduledWork): Promise<Actor> {
  const owner = owner_id === null ? undefined : await findPerson(context.services, owner_id, context.tenantId);
  if (!owner || !maySchedule(work, { actor: owner })) return raise('scheduled-job.owner-gone');
  return owner;
}

function workContext(context: JobContext): WorkContext {
  const { services, tenantId } = context;
  const receiver = async (id: string, permission: string): Promise<Receiver | undefined> => {
    const actor = await findPerson(services, id, tenantId);
    if (!actor || !can(actor, permission)) return undefined;
    const row = await services.database.identity((db) =>
      db.selectFrom('staff_user').select('email').where('id', '=', id).executeTakeFirst(),
    );
    return row?.email ? { actor, mailbox: row.email } : undefined;
  };
  return {
    ...context,
    receivers: async (ids, permission) => {
      const found: Receiver[] = [];
      for (const id of ids) {
        const one = await receiver(id, permission);
        if (one) found.push(one);
      }
      return found.length > 0 ? found : raise('scheduled-job.nobody-to-write');
    },
  };
}

const matterOf = (jobId: string): string => `scheduled-job/${jobId}`;

function noteSuccess(context: JobContext, run: BegunRun, { facts, finish }: WorkResult): Promise<void> {
  return context.transaction(async (tx) => {
    if (!(await endRun(tx.db, run.id, { outcome: 'done', facts, at: tx.now() }))) return;
    await finish?.(tx);
    await settleNotice(tx, matterOf(run.job_id));
    await announceJob(tx, run.job_id);
  });
}

async function noteFailure(context: JobContext, run: BegunRun, name: string, error: unknown): Promise<void> {
  const known = error instanceof Problem ? error : undefined;
  // what nobody foresaw is for the log alone: its words may say how the inside looks (system-api.md 7 no. 27)
  if (!known) context.services.log.error({ runId: run.id, err: error }, 'scheduled job failed');
  const [fault] = known?.faults ?? [];
  await context.transaction(async (tx) => {
    const problem = fault?.code ?? known?.code ?? 'scheduled-job.broken';
    const facts = (fault?.params ?? known?.params ?? {}) as Readonly<Record<string, string | number>>;
    if (!(await endRun(tx.db, run.id, { outcome: 'failed', problem, facts, at: tx.now() }))) return;
    await notify(tx, jobFailedNotice, {
      to: { permission: scheduledJobs.permission('view') },
      params: { name },
      path: `${JOB_LIST}?panel=${run.job_id}`,
      key: matterOf(run.job_id),
    });
    await announceJob(tx, run.job_id);
  });
}
