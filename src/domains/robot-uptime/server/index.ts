import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { DOWNTIME, ROBOTS_MONITORING } from '../contract/addresses.ts';
import { robotUptimeEndpoints } from '../contract/endpoints.ts';
import { robotUptimeProblems } from '../contract/problems.ts';
import { getFleetUptime } from './fleet-uptime.ts';
import { listDowntime } from './list-downtime.ts';
import { exportUptime, uptimeExport } from './uptime-export.ts';

export const robotUptime: ServerSlice = {
  name: 'robot-uptime',
  about: 'How robots were over days: uptime while their spots were open, sellable minutes, and what was not sold.',
  routes: [
    route(robotUptimeEndpoints.figures, getFleetUptime),
    route(robotUptimeEndpoints.downtime, listDowntime),
    route(robotUptimeEndpoints.export, exportUptime),
  ],
  problems: robotUptimeProblems,
  exports: [uptimeExport],
  menu: [
    {
      ...{ page: 'dashboard/robots', under: 'dashboard', path: ROBOTS_MONITORING, needs: 'robot:view' },
      ...{ title: { namespace: 'robot-uptime', key: 'title' }, icon: 'chart', sort: 16 },
    },
    {
      ...{ page: 'dashboard/downtime', under: 'dashboard', path: DOWNTIME, needs: 'robot:view', hidden: true },
      ...{ title: { namespace: 'robot-uptime', key: 'downtime.title' }, icon: 'chart', sort: 16 },
    },
  ],
};
