import { recordSearcher } from '#system/records/web/index.ts';
import { JOB_LIST } from '../../contract/addresses.ts';
import { scheduledJobs } from '../../contract/scheduled-jobs.ts';

export const jobSearcher = () => recordSearcher(scheduledJobs, { icon: 'schedule', list: JOB_LIST });
