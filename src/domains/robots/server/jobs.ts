import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Resumes a batch: sends the command to the robots that did not get it yet. */
export const runCommandBatch = jobType('devices.run-command-batch', z.object({ batchId: z.string() }), 300);
