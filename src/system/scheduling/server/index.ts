import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { schedulingEndpoints } from '../contract/endpoints.ts';
import { schedulingProblems } from '../contract/problems.ts';
import { previewNextRuns } from './preview-next-runs.ts';
import { forgetRuns } from './schedule-run-store.ts';

export { type PlanDue, schedulePlanner } from './schedule-planner.ts';

const KEEP_RUNS_MS = 7 * 24 * 3_600_000;

const forgetOldRuns = defineSchedule({
  name: 'scheduling.forget-runs',
  expression: '0 47 3 * * ?',
  missed: 'once',
  run: (services) =>
    services.database.acrossTenants('old runs of schedules', (db) =>
      forgetRuns(db, new Date(services.clock.now().getTime() - KEEP_RUNS_MS)),
    ),
});

export const scheduling: ServerSlice = {
  name: 'scheduling',
  about: 'When a cron expression runs next, by the function that the scheduler uses.',
  routes: [route(schedulingEndpoints.nextRuns, previewNextRuns)],
  problems: schedulingProblems,
  schedules: [forgetOldRuns],
};
