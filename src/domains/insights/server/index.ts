import type { ServerSlice } from '#platform/http/server/slice.ts';
import { SALES_MONITORING, STATISTICS } from '../contract/addresses.ts';
import { insightProblems } from '../contract/problems.ts';
import { breakdownExport } from './breakdown-export.ts';
import { insightRoutes } from './routes.ts';
import { statisticsMail } from './statistics-mail.ts';

export const insights: ServerSlice = {
  name: 'insights',
  about: 'Figures of what was sold.',
  documentedWith: 'orders',
  routes: insightRoutes,
  problems: insightProblems,
  scheduledWork: [statisticsMail],
  exports: [breakdownExport],
  menu: [
    {
      ...{ page: 'dashboard/sales', under: 'dashboard', path: SALES_MONITORING, needs: 'order:view' },
      ...{ title: { namespace: 'dashboards', key: 'sales' }, icon: 'chart', sort: 15 },
    },
    {
      ...{ group: 'statistics', path: '/statistics', redirect: STATISTICS, icon: 'chart', sort: 75 },
      title: { namespace: 'dashboards', key: 'statistics' },
    },
    {
      ...{ page: 'insights/coffee', under: 'statistics', path: STATISTICS, needs: 'order:view' },
      ...{ title: { namespace: 'statistics', key: 'title' }, icon: 'coffee', sort: 76 },
    },
  ],
};
