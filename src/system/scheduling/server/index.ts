import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { schedulingEndpoints } from '../contract/endpoints.ts';
import { schedulingProblems } from '../contract/problems.ts';
import { previewNextRuns } from './preview-next-runs.ts';
import { purgeRuns } from './schedule-run-store.ts';

export { checkedExpression } from './preview-next-runs.ts';
export { type PlanDue, plannersOf, schedulePlanner } from './schedule-planner.ts';

const KEEP_RUNS_MS = 7 * 24 * 3_600_000;

const purgeOldRuns = defineSchedule({
  name: 'scheduling.purge-runs',
  expression: '0 47 3 * * ?',
  missed: 'once',
  run: (services) =>
    services.database.acrossTenants('old runs of schedules', (db) =>
      purgeRuns(db, new Date(services.clock.now().getTime() - KEEP_RUNS_MS)),
    ),
});

export const scheduling: ServerSlice = {
  name: 'scheduling',
  about: 'When a cron expression runs next, by the function that the scheduler uses.',
  routes: [route(schedulingEndpoints.nextRuns, previewNextRuns)],
  problems: schedulingProblems,
  schedules: [purgeOldRuns],
};
