import { expect, test } from 'vitest';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { startTestServer } from '#platform/testing/test-server.ts';
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

test('a list is narrowed by a part of the name of the work', async () => {
  const server = await startTestServer();
  const staff = await (await server.newTenant()).staff('all');
  const job = { jobClassName: 'file-cleanup', cronExpression: '0 0 4 ? * 7', parameter: '{}' };
  await server.call(scheduledJobs.endpoints.add, job as never, staff);
  const found = async (part: string) => {
    const { body } = await server.send('GET', `/api/sys/quartzJob/list?jobClassName=${part}`, undefined, staff);
    return (body.result as { total: number }).total;
  };
  expect([await found('clean'), await found('eq%20clean'), await found('mail')]).toEqual([1, 0, 0]);
  await server.stop();
});
