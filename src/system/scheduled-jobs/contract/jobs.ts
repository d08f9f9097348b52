import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

const RUN_LIMIT_SECONDS = 10 * 60;

export const scheduledJobJobs = {
  run: jobType('scheduled-jobs.run', z.object({ runId: z.string() }), RUN_LIMIT_SECONDS),
};
