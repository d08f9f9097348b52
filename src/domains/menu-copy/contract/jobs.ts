import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Performs the steps of a run that still wait, one transaction each. */
export const runCopyJob = jobType('menu-copy.run', z.object({ runId: z.string() }), 600);
