import type { Services } from '#platform/context/server/services.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { monitorEndpoints } from '../contract/endpoints.ts';
import { monitorProblems } from '../contract/problems.ts';
import { disks, httpTrace, keysSize, memoryInfo, metricNames, oneMetric, redisInfo } from './actuator.ts';
import { readDatabase } from './read-database.ts';
import { readReadings, readRequests, readRoutes } from './read-servers.ts';
import { Recorder } from './recorder.ts';

const PAGES = [
  { page: 'http-trace', icon: 'list' },
  { page: 'runtime', icon: 'chip' },
  { page: 'http-server', icon: 'globe' },
  { page: 'redis', icon: 'columns' },
  { page: 'system', icon: 'monitor' },
] as const;

/** One for each set of services: tests run several servers in one process. */
const recorders = new WeakMap<Services, Recorder>();

function recorderOf(services: Services): Recorder {
  let recorder = recorders.get(services);
  if (!recorder) {
    recorder = new Recorder(services);
    recorders.set(services, recorder);
  }
  return recorder;
}

/** Says the figures of this server now, and not only every few seconds. */
export const sayFigures = (services: Services): Promise<void> => recorderOf(services).say();

const ofCall = ({ services }: { services: Services }): Recorder => recorderOf(services);

export const monitors: ServerSlice = {
  name: 'monitors',
  about:
    'What every server of the installation does: requests, runtime, HTTP, cache and queue, machine. The administrator alone.',
  problems: monitorProblems,
  rootOnly: ['monitor:view'],
  permissions: { 'monitor:view': { namespace: 'monitors', key: 'kind.may.view' } },
  menu: [
    {
      group: 'monitor',
      title: { namespace: 'monitors', key: 'kind.menu' },
      path: '/monitor',
      redirect: '/monitor/runtime',
      icon: 'chart',
      sort: 110,
    },
    ...PAGES.map(({ page, icon }, index) => ({
      page: `monitor/${page}`,
      under: 'monitor',
      path: `/monitor/${page}`,
      title: { namespace: 'monitors', key: `title.${page}` },
      needs: 'monitor:view',
      icon,
      sort: 111 + index,
    })),
  ],
  routes: [
    route(monitorEndpoints.readings, readReadings),
    route(monitorEndpoints.requests, readRequests),
    route(monitorEndpoints.routes, readRoutes),
    route(monitorEndpoints.database, readDatabase),
    route(monitorEndpoints.httpTrace, httpTrace),
    route(monitorEndpoints.metricNames, metricNames),
    route(monitorEndpoints.metric, oneMetric(ofCall)),
    route(monitorEndpoints.redisInfo, redisInfo),
    route(monitorEndpoints.redisKeys, keysSize),
    route(monitorEndpoints.redisMemory, memoryInfo),
    route(monitorEndpoints.disks, disks(ofCall)),
  ],
  start: async (services) => {
    const recorder = recorderOf(services);
    recorder.start();
    return () => recorder.stop();
  },
};
