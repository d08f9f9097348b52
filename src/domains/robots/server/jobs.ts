import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Goes on with a batch: tells the robots that were not told yet. */
export const runCommandBatch = jobType('devices.run-command-batch', z.object({ batchId: z.string() }), 300);
