import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import { lockRecord, saveRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { readCron } from '#system/scheduling/rules/cron.ts';
import { nextRuns } from '#system/scheduling/rules/next-runs.ts';
import { type JobRun, PROGRAM_SCHEDULES, type ProgramSchedule } from '../contract/endpoints.ts';
import { scheduledJobJobs } from '../contract/jobs.ts';
import { type RunOutcome, scheduledJobs } from '../contract/scheduled-jobs.ts';
import { announceJob } from './plan-jobs.ts';
import { insertRun, isUnderWay } from './run-store.ts';
import type { Works } from './works.ts';

interface OneJob {
  readonly id: string;
}

/** Stops a job, or lets it run by the clock: a save of its state. */
export const turnJob =
  (served: ServedKind, status: 0 | -1) =>
  async (context: RequestContext, { id }: OneJob): Promise<null> => {
    await context.transaction((tx) => saveRecord(served, context, tx, { id, given: { status }, words: undefined }));
    return null;
  };

/** Runs a job once, whether it is stopped or not; not beside a run that goes on. */
export const executeJob =
  (served: ServedKind) =>
  (context: RequestContext, { id }: OneJob): Promise<null> =>
    context.transaction(async (tx) => {
      await lockRecord(served, tx, id);
      if (await isUnderWay(tx.db, id, tx.now())) raise('scheduled-job.still-running');
      const at = tx.now();
      const askedBy = tx.actor.name || tx.actor.username;
      const runId = await insertRun(tx.db, { jobId: id, slot: at, askedBy, outcome: 'waiting', at });
      if (runId !== undefined) await tx.enqueue(scheduledJobJobs.run, { runId }, { key: runId });
      await tx.audit({ action: 'scheduled-job:execute', objectKind: scheduledJobs.name, objectId: id });
      await announceJob(tx, id);
      return null;
    });

/** Runs of a job, in the words of the caller. */
export const pageRuns =
  (works: Works) => async (context: RequestContext, request: OneJob & { pageNo: number; pageSize: number }) => {
    const { id, pageNo, pageSize } = request;
    if (!isUuid(id)) raise(scheduledJobs.notFound);
    return context.read(async (db) => {
      const job = await db.selectFrom('scheduled_job').select('job_class_name').where('id', '=', id).executeTakeFirst();
      if (!job) return raise(scheduledJobs.notFound);
      const runs = db.selectFrom('scheduled_job_run').where('job_id', '=', id);
      const { total } = await runs.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await runs
        .selectAll()
        .orderBy('slot', 'desc')
        .orderBy('id')
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute();
      const done = works().get(job.job_class_name)?.texts[context.language].done ?? '';
      const records = rows.map((row): JobRun => {
        const facts = row.facts as Record<string, string | number>;
        return {
          ...{ id: row.id, slot: row.slot.toISOString(), askedBy: row.asked_by, server: row.server },
          outcome: row.outcome as RunOutcome,
          startedAt: row.started_at?.toISOString() ?? null,
          finishedAt: row.finished_at?.toISOString() ?? null,
          durationMs: durationOf(row.started_at, row.finished_at),
          text: row.problem ? wordsOf(row.problem, facts, context.language) : filled(row.outcome, done, facts),
        };
      });
      return toPage(records, Number(total), { pageNo, pageSize });
    });
  };

const durationOf = (started: Date | null, finished: Date | null): number | null =>
  started && finished ? Math.max(0, finished.getTime() - started.getTime()) : null;

function filled(outcome: string, text: string, facts: Readonly<Record<string, string | number>>): string {
  if (outcome !== 'done') return '';
  // a run of before did not count all that one counts today
  return text.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => String(facts[name] ?? '–'));
}

/** Schedules of the program, in UTC, each with its last slot. */
export const readProgram =
  (slices: () => readonly ServerSlice[]) =>
  async (context: RequestContext): Promise<ProgramSchedule[]> => {
    if (!context.actor.isRoot) raise('request.forbidden', { permission: PROGRAM_SCHEDULES });
    const schedules = slices().flatMap((slice) => slice.schedules ?? []);
    const last = await context.services.database.acrossTenants('last runs of the program', (db) =>
      db.selectFrom('schedule_run').distinctOn('name').selectAll().orderBy('name').orderBy('slot', 'desc').execute(),
    );
    const lastOf = new Map(last.map((row) => [row.name, row]));
    const now = context.now();
    return schedules
      .map(({ name, expression }): ProgramSchedule => {
        const row = lastOf.get(name);
        const reading = readCron(expression);
        const next = reading.valid ? nextRuns(reading.expression, 'UTC', now, 1)[0] : undefined;
        return {
          ...{ name, expression, nextRunAt: next?.toISOString() ?? null, text: row?.detail ?? '' },
          lastRunAt: row?.slot.toISOString() ?? null,
          lastOutcome: (row?.outcome as ProgramSchedule['lastOutcome']) ?? null,
          durationMs: row ? durationOf(row.started_at, row.finished_at) : null,
        };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  };
