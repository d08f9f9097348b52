import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

export const alarmJobs = {
  /** Calls whom the alarms of the tenant are due for, each contact once for all of them. */
  call: jobType('alarms.call', z.object({})),
};
