import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

export const noticeJobs = {
  /** Sends a notice by mail to those who chose that for its kind. */
  mail: jobType('notices.mail', z.object({ noticeId: z.string() }), 60),
};
