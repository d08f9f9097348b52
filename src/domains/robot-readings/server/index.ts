import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { readingsEndpoint } from '../contract/readings.ts';
import { robotReadings } from '../contract/status-list.ts';
import { readReadings } from './read-readings.ts';
import { statusList } from './status-list.ts';

export const robotReadingSlice: ServerSlice = sliceOf(
  {
    name: 'robot-readings',
    about: 'What robots measure and make: one over a period, and all of them in a table.',
    routes: [route(readingsEndpoint, readReadings)],
    menu: [
      {
        page: 'devices/status',
        kind: robotReadings,
        under: 'devices',
        path: '/devices/status',
        icon: 'chart',
        sort: 32,
      },
    ],
  },
  statusList,
);
