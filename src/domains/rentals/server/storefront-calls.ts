import { cabinetsOfSpot } from '#domains/cabinets/server/index.ts';
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
export async function spotCabinets(context: RequestContext, request: { spotId: string }): Promise<StorefrontCabinet[]> {
  const { spotId } = request;
  const own = context.actor.storefront?.spotId ?? null;
  if (!isUuid(spotId) || (own !== null && own !== spotId)) return [];
  const cabinets = await context.read((db) => cabinetsOfSpot(db, spotId));
  return cabinets.map(({ imei, name, online, borrowable, freeSlots }) => ({
    imei,
    name,
    online,
    borrowable,
    freeSlots,
  }));
}
