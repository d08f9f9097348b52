import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

export const channelJobs = {
  /** Sends one row of the delivery log; the content stays in the row, never in the job. */
  deliver: jobType('channels.deliver', z.object({ deliveryId: z.string() }), 30, { waitsForOthers: true }),
};
