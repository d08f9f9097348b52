import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

export const verificationJobs = {
  /** Finds out who is to receive a code that was asked for, and sends it; the code itself is in no job. */
  sendCode: jobType('session.send-code', z.object({ codeId: z.string() }), 30),
};
