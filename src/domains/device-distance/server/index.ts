import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { DEVICE_DISTANCE } from '../contract/addresses.ts';
import { deviceDistances } from '../contract/device-distances.ts';
import { deviceDistanceEndpoints } from '../contract/endpoints.ts';
import { setDistance } from './set-distance.ts';

const ofTenant = sql`(select order_distance_metres from tenant where tenant.tenant_id = ${THIS_TENANT})`;

export const deviceDistanceSlice: ServerSlice = sliceOf(
  {
    name: 'device-distance',
    about: 'How far from a robot a customer may be before the app asks whether he means it.',
    routes: [route(deviceDistanceEndpoints.update, setDistance)],
    menu: [
      {
        page: 'devices/distance',
        kind: deviceDistances,
        under: 'devices',
        path: DEVICE_DISTANCE,
        icon: 'pin',
        sort: 40,
      },
    ],
  },
  serveList(deviceDistances, {
    visible: bySpot('spotId'),
    computed: {
      metres: sql`coalesce(record.order_distance_metres, ${ofTenant})`,
      isOwn: sql`record.order_distance_metres is not null`,
      tenantMetres: ofTenant,
    },
  }),
);
