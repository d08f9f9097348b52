import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { positions } from '../contract/positions.ts';

export { lastPositionNumber } from './last-number.ts';

export const positionSlice: ServerSlice = sliceOf(
  {
    name: 'positions',
    about: 'What people are in a tenant, each position with its rank.',
    menu: [
      {
        page: 'positions/list',
        kind: positions,
        under: 'isystem',
        path: '/isystem/position',
        icon: 'bookmark',
        sort: 95,
      },
    ],
  },
  serveRecords(positions, { examples: { code: 'TECH', name: 'Service technician', postRank: 'Assistant' } }),
);
