import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { type SlicePart, serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { JOB_LIST } from '../contract/addresses.ts';
import { PROGRAM_SCHEDULES, scheduledJobEndpoints } from '../contract/endpoints.ts';
import { jobFailedNotice } from '../contract/notices.ts';
import { scheduledJobProblems } from '../contract/problems.ts';
import { scheduledJobs as kind } from '../contract/scheduled-jobs.ts';
import { executeJob, pageRuns, readProgram, turnJob } from './job-calls.ts';
import { planDueJobs } from './plan-jobs.ts';
import { runScheduledJob } from './run-job.ts';
import { purgeJobRuns } from './run-store.ts';
import { jobHooks } from './save-job.ts';
import { describeWorks, type Works, worksOf } from './works.ts';

const KEEP_RUNS_MS = 90 * 24 * 3_600_000;

const purgeRuns = defineSchedule({
  name: 'scheduled-jobs.purge-runs',
  expression: '0 53 3 * * ?',
  missed: 'once',
  run: (services) =>
    services.database.acrossTenants('old runs of scheduled jobs', (db) =>
      purgeJobRuns(db, new Date(services.clock.now().getTime() - KEEP_RUNS_MS)),
    ),
});

const lastRun = (column: string) =>
  sql`(select ${sql.ref(`run.${column}`)} from scheduled_job_run run
        where run.tenant_id = ${THIS_TENANT} and run.job_id = record.id order by run.slot desc limit 1)`;

/** The kind; what comes from a file starts stopped, whatever the file says (system-api.md 5.11). */
function jobRecords(works: Works): SlicePart {
  const hooks = jobHooks(works);
  const options = {
    ...hooks,
    computed: {
      nextRunAt: sql`record.next_run_at`,
      lastRunAt: lastRun('slot'),
      lastOutcome: sql`coalesce(${lastRun('outcome')}, '')`,
    },
    examples: {
      description: 'Unused files, each Sunday',
      jobClassName: 'file-cleanup',
      cronExpression: '0 0 4 ? * 7',
      parameter: '{"days":7}',
    },
  };
  const part = serveRecords(kind, options);
  const stopped: typeof hooks.generate = async (tx, saved, context) => ({
    ...(await hooks.generate?.(tx, saved, context)),
    status: -1,
  });
  const fromFiles = serveRecords(kind, { ...options, generate: stopped });
  const { importExcel, importCheck } = kind.endpoints;
  const isOfFiles = ({ endpoint: { path } }: SlicePart['routes'][number]) =>
    path === importExcel.path || path === importCheck.path;
  return {
    ...part,
    routes: [...part.routes.filter((one) => !isOfFiles(one)), ...fromFiles.routes.filter(isOfFiles)],
    imports: fromFiles.imports,
  };
}

/** Jobs that people schedule; all `slices` say which work there is, this one among them. */
export function scheduledJobSlice(slices: () => readonly ServerSlice[]): ServerSlice {
  const works = worksOf(slices);
  const part = jobRecords(works);
  return sliceOf(
    {
      name: 'scheduled-jobs',
      about: 'Work that people of a tenant put on a schedule, on its own clocks, with the log of its runs.',
      problems: scheduledJobProblems,
      noticeKinds: [jobFailedNotice],
      rootOnly: [PROGRAM_SCHEDULES],
      permissions: {
        'scheduled-job:execute': { namespace: 'scheduled-jobs', key: 'kind.may.execute' },
        [PROGRAM_SCHEDULES]: { namespace: 'scheduled-jobs', key: 'kind.may.program' },
      },
      menu: [
        { page: 'scheduled-jobs/list', kind, under: 'isystem', path: JOB_LIST, icon: 'schedule', sort: 101 },
        {
          page: 'scheduled-jobs/program',
          under: 'isystem',
          path: '/isystem/quartz/program',
          title: { namespace: 'scheduled-jobs', key: 'kind.program' },
          needs: PROGRAM_SCHEDULES,
          hidden: true,
          sort: 102,
        },
      ],
      jobs: [runScheduledJob(works)],
      schedules: [purgeRuns],
      planDue: planDueJobs,
      routes: [
        route(scheduledJobEndpoints.pause, turnJob(part.served, -1)),
        route(scheduledJobEndpoints.resume, turnJob(part.served, 0)),
        route(scheduledJobEndpoints.execute, executeJob(part.served)),
        route(scheduledJobEndpoints.works, async (context) => describeWorks(works, context)),
        route(scheduledJobEndpoints.runs, pageRuns(works)),
        route(scheduledJobEndpoints.program, readProgram(slices)),
      ],
    },
    part,
  );
}
