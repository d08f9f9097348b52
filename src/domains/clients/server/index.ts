import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { CLIENT_LIST } from '../contract/addresses.ts';
import { clients, type StorefrontClient } from '../contract/clients.ts';
import { clientEndpoints } from '../contract/endpoints.ts';
import { keyCalls } from './client-keys.ts';
import { purgeKeys } from './purge-keys.ts';

/** A kiosk stands at a spot, and what nobody pays for is had at one alone; each change wants the password (security 4.9). */
function decide(
  draft: Pick<StorefrontClient, 'channel' | 'spotId' | 'sandbox'>,
  _before: unknown,
  context: RequestContext,
) {
  requireStepUp(context);
  if (draft.spotId === null && (draft.channel === 'kiosk' || draft.sandbox))
    raise('request.malformed', {}, { faults: [{ path: 'spotId', code: 'client.spot-needed' }] });
}

const served = serveRecords(clients, {
  decide,
  visible: bySpot('spotId'),
  computed: {
    keyEnd: sql`record.key_end`,
    keyMadeAt: sql`record.key_made_at`,
    previousUntil: sql`case when record.previous_until > now() then record.previous_until end`,
    lastUsedAt: sql`record.last_used_at`,
    ordersToday: sql`(
      select count(*)::integer from coffee_order as sold
        join tenant on tenant.tenant_id = sold.tenant_id
       where sold.tenant_id = ${THIS_TENANT} and sold.client_key_id = record.id
         and sold.created_at >= date_trunc('day', now(), tenant.time_zone))`,
  },
  beforeRemove: async (_tx, _row, context) => requireStepUp(context),
});
const keys = keyCalls(served.served);

export const clientsSlice: ServerSlice = sliceOf(
  {
    name: 'clients',
    about: 'What sells through the storefront: apps, kiosks and mini-programs with their keys.',
    routes: [route(clientEndpoints.makeKey, keys.makeKey), route(clientEndpoints.revokeKeys, keys.revokeKeys)],
    schedules: [purgeKeys],
    menu: [{ page: 'clients/list', kind: clients, under: 'settings', path: CLIENT_LIST, icon: 'key', sort: 83 }],
  },
  served,
);
