import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';

behavesAsRecords(
  scheduledJobs,
  () => ({
    description: 'Clean up',
    jobClassName: 'file-cleanup',
    cronExpression: '0 0 4 ? * 7',
    parameter: '{"days":7}',
  }),
  { other: { jobClassName: undefined, cronExpression: '0 30 4 * * ?', parameter: '{"days":9}' } },
);
