import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { RobotMode } from '#domains/robots/contract/robot-status.ts';
import { canTakeOrders } from '#domains/robots/rules/robot-state.ts';
import { servesAt } from '#domains/spots/rules/opening-hours.ts';
import { metresFrom } from '#domains/spots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { NearestSpotsRequest, NearSpot } from '../contract/storefront-spots.ts';

/** Spots on the map that have robots, the nearest first; a kiosk sees its own. One that is closed is there too, and says so. */
export function nearestSpots(context: RequestContext, request: NearestSpotsRequest): Promise<NearSpot[]> {
  const client = context.actor.storefront ?? raise('request.forbidden');
  const distance = metresFrom(request);
  const now = context.now();
  return context.read(async (db) => {
    const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('spot')
      .select(['spot.id', 'spot.name', 'spot.name_zh', 'spot.address', 'spot.service_time'])
      .select(['spot.status', 'spot.opening_times', distance.as('metres')])
      .select((of) => [
        of.ref('spot.latitude').$notNull().as('latitude'),
        of.ref('spot.longitude').$notNull().as('longitude'),
        jsonArrayFrom(
          of
            .selectFrom('robot')
            .whereRef('robot.spot_id', '=', 'spot.id')
            .where('robot.retired_at', 'is', null)
            .select(['robot.online', 'robot.mode', 'robot.can_order_in_app']),
        ).as('robots'),
      ])
      .where('spot.latitude', 'is not', null)
      .where('spot.longitude', 'is not', null)
      .where((of) =>
        of.exists(
          of
            .selectFrom('robot')
            .whereRef('robot.spot_id', '=', 'spot.id')
            .where('robot.retired_at', 'is', null)
            .select('robot.id'),
        ),
      )
      .where(client.spotId === null ? sql<boolean>`true` : sql<boolean>`spot.id = ${client.spotId}::uuid`)
      .orderBy(distance)
      .orderBy('spot.id')
      .limit(request.limit)
      .execute();
    return rows.map((row) => ({
      ...{ spotId: row.id, spotName: localName(context.language, row.name, row.name_zh), address: row.address },
      ...{ serviceTime: row.service_time, latitude: row.latitude, longitude: row.longitude },
      isOpen: servesAt(row, now, time_zone),
      robots: row.robots.filter(
        ({ online, mode, can_order_in_app }) =>
          canTakeOrders({ online, mode: mode as RobotMode }) && (client.channel === 'kiosk' || can_order_in_app),
      ).length,
      distanceMetres: Math.round(row.metres),
    }));
  });
}
