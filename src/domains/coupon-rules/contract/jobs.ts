import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

/** Sends what a run has not sent yet, some customers in each transaction. */
export const sendCouponsJob = jobType('coupon-rules.send', z.object({ runId: z.string() }), 600);
