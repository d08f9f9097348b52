import type { SpotDetail, SpotListRequest, SpotPage, SpotRequest } from '#domains/spots/contract/spot.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { canSeeSpot } from '#system/access/rules/can.ts';
import { findSpot, findSpots } from './spot-store.ts';

export function listSpots(context: RequestContext, request: SpotListRequest): Promise<SpotPage> {
  const visible = context.actor.isRoot ? null : context.actor.spotIds;
  return context.read(async (db) => {
    const { records, total } = await findSpots(db, request, visible);
    return toPage(records, total, request);
  });
}

export async function getSpot(context: RequestContext, request: SpotRequest): Promise<SpotDetail> {
  const spot = await context.read((db) => findSpot(db, request.id));
  // a spot that the caller may not see is as unknown as one that does not exist
  if (!spot || !canSeeSpot(context.actor, spot.id)) raise('spot.not-found');
  return spot;
}
