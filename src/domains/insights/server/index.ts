import type { ServerSlice } from '#platform/http/server/slice.ts';
import { STATISTICS } from '../contract/addresses.ts';
import { insightProblems } from '../contract/problems.ts';
import { insightRoutes } from './routes.ts';
import { statisticsMail } from './statistics-mail.ts';

export const insights: ServerSlice = {
  name: 'insights',
  about: 'Figures of what was sold.',
  documentedWith: 'orders',
  routes: insightRoutes,
  problems: insightProblems,
  scheduledWork: [statisticsMail],
  menu: [
    {
      ...{ page: 'insights/coffee', under: 'orders', path: STATISTICS, needs: 'order:view' },
      ...{ title: { namespace: 'statistics', key: 'title' }, icon: 'chart', sort: 26 },
    },
  ],
};
