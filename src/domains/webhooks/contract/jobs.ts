import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** One attempt to send a delivery. */
export const deliverJob = jobType('webhooks.deliver', z.strictObject({ deliveryId: z.string(), round: z.int() }), 40, {
  waitsForOthers: true,
});
