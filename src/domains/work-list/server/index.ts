import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { MONITOR_PAGE } from '../contract/addresses.ts';
import { workListEndpoints } from '../contract/endpoints.ts';
import { listRunOut } from './run-out.ts';

export const workList: ServerSlice = {
  name: 'work-list',
  about: 'What waits for a hand: for one person, and in the operations of now.',
  routes: [route(workListEndpoints.runOut, listRunOut)],
  menu: [
    {
      ...{ page: 'dashboard/monitor', under: 'dashboard', path: MONITOR_PAGE, needs: 'robot:view' },
      ...{ title: { namespace: 'work-list', key: 'monitor.title' }, icon: 'monitor', sort: 13 },
    },
  ],
};
