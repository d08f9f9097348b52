import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';

let count = 0;
behavesAsRecords(
  scheduledJobs,
  () => {
    count += 1;
    const description = `Clean up ${count}`;
    return {
      description,
      jobClassName: 'file-cleanup',
      cronExpression: '0 0 4 ? * 7',
      parameter: '{}',
      status: 0,
    } as const;
  },
  { other: { jobClassName: 'language-completeness', cronExpression: '0 30 4 * * ?', parameter: '' } },
);
