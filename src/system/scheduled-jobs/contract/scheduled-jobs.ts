import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, longText, text } from '#platform/records/contract/fields.ts';

/** How a run ended, or how far it is. */
export const RUN_OUTCOMES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/**
 * Work of the registry on a schedule, on the clocks of its tenant (system-api.md 5.11, settled 33). `jobClassName` is a key of
 * the registry, never a class; `parameter` is JSON by the schema of that work.
 */
export const scheduledJobs = defineRecords({
  name: 'scheduledJob',
  namespace: 'scheduled-jobs',
  calls: systemCalls('/sys/quartzJob'),
  notFound: 'scheduled-job.not-found',
  olderTable: 'sys_quartz_job',
  label: 'description',
  fields: {
    /** What people know the job by; the name of its work where nobody says one. */
    description: text(200, { search: true, sort: true }),
    jobClassName: text(100, { required: true, search: true, sort: true, byPart: true }),
    cronExpression: text(200, { required: true }),
    parameter: longText(4_000),
    status: choice([0, -1], 'quartz_status', { empty: -1, sort: true }),
  },
  computed: {
    nextRunAt: instant(),
    lastRunAt: instant(),
    lastOutcome: text(20),
  },
  switch: 'status',
});
export type ScheduledJob = RecordOf<typeof scheduledJobs>;
