import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RentalRequest } from '../contract/endpoints.ts';
import type { StorefrontRental } from '../contract/rental.ts';
import type { RentalHistoryRequest, StorefrontCabinet } from '../contract/storefront-endpoints.ts';
import { findHistory } from './rental-store.ts';
import { readStorefrontRental, storefrontView } from './rental-view.ts';

export function getStorefrontRental(context: RequestContext, { orderNo }: RentalRequest): Promise<StorefrontRental> {
  return context.read((db) => readStorefrontRental(db, context, orderNo));
}

export async function rentalHistory(context: RequestContext, request: RentalHistoryRequest) {
  const { pageNo, pageSize, customerId } = request;
  const client = context.actor.storefront ?? raise('rental.not-found');
  return context.read(async (db) => {
    const asked = { clientKeyId: client.keyId, customerId, offset: (pageNo - 1) * pageSize, limit: pageSize };
    const { total, rentals } = await findHistory(db, asked);
    const records: StorefrontRental[] = [];
    for (const rental of rentals) records.push(await storefrontView(db, context, rental));
    return { records, total, current: pageNo, size: pageSize, pages: Math.ceil(total / pageSize) };
  });
}

/** What a map shows before somebody walks there. */
export async function cabinetsOfSpot(context: RequestContext, request: { spotId: string }): Promise<StorefrontCabinet[]> {
  const { spotId } = request;
  const own = context.actor.storefront?.spotId ?? null;
  if (!isUuid(spotId) || (own !== null && own !== spotId)) return [];
  return context.read(async (db) => {
    const { rows } = await sql<StorefrontCabinet>`
      select c.imei, c.name, c.online,
             (select count(*)::integer from cabinet_slot s where s.tenant_id = c.tenant_id and s.cabinet_id = c.id
               and s.state = 'occupied' and s.fault = '' and coalesce(s.soc, 0) >= 60
               and (s.reserved_until is null or s.reserved_until <= ${context.now()})) as borrowable,
             (select count(*)::integer from cabinet_slot s where s.tenant_id = c.tenant_id and s.cabinet_id = c.id
               and s.state = 'empty' and s.fault = '') as "freeSlots"
        from cabinet c
       where c.spot_id = ${spotId} and c.status = 'enabled' and c.retired_at is null
       order by lower(c.name)`.execute(db);
    return rows;
  });
}
