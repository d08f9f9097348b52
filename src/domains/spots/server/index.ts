import { sql } from 'kysely';
import { spotProblems } from '#domains/spots/contract/problems.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { isTaken } from '#platform/records/server/save-record.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { removedPeople } from '#system/access/server/index.ts';
import { SPOT_LIST } from '../contract/addresses.ts';
import { spotEndpoints, spotOptionEndpoints } from '../contract/endpoints.ts';
import { spots as spotKind } from '../contract/spots.ts';
import { spotFaults } from '../rules/spot-faults.ts';
import { alarmCalls } from './alarm-info.ts';
import { spotOptions } from './spot-options.ts';

const inUse = (table: string, what: string) =>
  ({ table, column: 'spot_id', namespace: 'spots', key: `kind.inUse.${what}` }) as const;

const served = serveRecords(spotKind, {
  visible: bySpot('id'),
  decide: (draft, before) => {
    const faults = spotFaults(draft, before);
    if (faults.length > 0) raise('request.malformed', {}, { faults });
  },
  computed: {
    robotCount: sql`(select count(*)::integer from robot
                      where robot.tenant_id = ${THIS_TENANT} and robot.spot_id = record.id)`,
    ordersToday: sql`(select count(*)::integer from coffee_order
                       where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.spot_id = record.id
                         and coffee_order.created_at >= (
                           select date_trunc('day', now(), tenant.time_zone) from tenant
                            where tenant.tenant_id = ${THIS_TENANT}))`,
    activeAlarms: sql`(select count(*)::integer from alarm
                        where alarm.tenant_id = ${THIS_TENANT} and alarm.spot_id = record.id
                          and alarm.state <> 'cleared' and not alarm.is_part)`,
  },
  // settled 55: a spot that ends its business is suspended; users restricted to it would see nothing of it again
  inUseBy: [
    inUse('robot', 'robots'),
    inUse('cabinet', 'cabinets'),
    inUse('coffee_order', 'orders'),
    { ...inUse('user_spot', 'people'), unseen: removedPeople },
    inUse('coupon_spot', 'coupons'),
  ],
  examples: {
    name: 'Harbour',
    nameZh: '海港',
    address: 'Quay 1, Oslo',
    mobile: '+47 40 00 00 00',
    serviceTime: '07:00–22:00',
    taxMode: 'With tax',
    taxRate: '15',
  },
});

const hidden = (page: string, path: string, key: string) => ({
  ...{ page: `spots/${page}`, under: 'spots', path, title: { namespace: 'spots', key } },
  needs: spotKind.permission('view'),
  hidden: true,
});

const alarms = alarmCalls(served.served);
const options = spotOptions(served.served);

export const spots: ServerSlice = sliceOf(
  {
    name: 'spots',
    about: 'Service spots: where robots stand, with taxes, discounts, extra amounts, kiosk, receipts and alarms.',
    problems: spotProblems,
    menu: [
      {
        group: 'spots',
        title: { namespace: 'spots', key: 'kind.menu' },
        path: '/spots',
        redirect: SPOT_LIST,
        icon: 'spot',
        sort: 40,
      },
      { page: 'spots/list', kind: spotKind, under: 'spots', path: SPOT_LIST, icon: 'spot', sort: 41 },
      { ...hidden('detail', '/spots/detail/:id', 'kind.page'), sort: 42 },
      { ...hidden('form', '/spots/form/:id?', 'kind.form'), sort: 43 },
    ],
    routes: [
      route(spotEndpoints.checkName, (context, { name, id }) =>
        context.read(async (db) => !(await isTaken(served.served, { db }, 'name', { name }, id))),
      ),
      route(spotEndpoints.alarmInfo, alarms.read),
      route(spotEndpoints.saveAlarmInfo, alarms.save),
      route(spotEndpoints.removeAlarmContact, alarms.removeContact),
      ...spotOptionEndpoints.map((endpoint) => route(endpoint, options)),
    ],
  },
  served,
);

/** For calls about a spot that another slice answers: refused as if it were not there where the caller does not see it. */
export const mustSeeSpot = (context: RequestContext, id: string): Promise<unknown> =>
  oneRecord(served.served, context, id);

export { metresFrom } from './distance.ts';
export { findSellingSpot, type SellingSpot } from './selling-spot-store.ts';
