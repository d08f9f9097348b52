import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { JOB_LIST } from '../contract/addresses.ts';

export const scheduledJobsWeb: WebSlice = {
  name: 'scheduled-jobs',
  pages: {
    'scheduled-jobs/list': lazyPage(() => import('./job-list-page.tsx')),
    'scheduled-jobs/program': lazyPage(() => import('./program-page.tsx')),
  },
  lists: { 'scheduled-jobs.list': JOB_LIST },
};
