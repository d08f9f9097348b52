import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Makes the file, as soon as all parts are there or have had their time. */
export const writeLogJob = jobType('log-downloads.write', z.strictObject({ id: z.string(), until: z.string() }), 60);
