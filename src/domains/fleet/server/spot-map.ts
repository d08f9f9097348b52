import { sql } from 'kysely';
import type { MapSpot, SpotMap } from '#domains/fleet/contract/endpoints.ts';
import { ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { healthInSql, joinStock, robotSight } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';

/** Each spot once, with numbers instead of robots: ten thousand of them are a small answer. */
export function readSpotMap(context: RequestContext): Promise<SpotMap> {
  const { spotIds, ruled } = robotSight(context.actor);
  const { mapTiles } = context.services.config;
  return context.read(async (db) => {
    const seen = spotIds === null ? sql<boolean>`true` : sql<boolean>`spot.id = any(${[...spotIds]}::uuid[])`;
    const spots = await db
      .selectFrom('spot')
      .select(['spot.id', 'spot.name', 'spot.name_zh', 'spot.status', 'spot.latitude', 'spot.longitude'])
      .where(seen)
      .orderBy('spot.name')
      .orderBy('spot.id')
      .execute();
    const counted = await db
      .selectFrom('robot')
      .innerJoin('spot', 'spot.id', 'robot.spot_id')
      .$call(joinStock)
      .select((of) => ['robot.spot_id', healthInSql.as('health'), of.fn.countAll<number>().as('count')])
      .where('robot.retired_at', 'is', null)
      .where(seen)
      .$if(ruled !== undefined, (robots) => robots.where(ruled ?? sql<boolean>`false`))
      .groupBy(['robot.spot_id', 'health'])
      .execute();
    const bySpot = Map.groupBy(counted, (row) => row.spot_id);
    return {
      spots: spots.map((spot): MapSpot => {
        const ofSpot = new Map(bySpot.get(spot.id)?.map(({ health, count }) => [health, Number(count)]));
        return {
          id: spot.id,
          name: localName(context.language, spot.name, spot.name_zh),
          state: spot.status as MapSpot['state'],
          latitude: spot.latitude,
          longitude: spot.longitude,
          counts: ROBOT_HEALTHS.map((health: RobotHealth) => ofSpot.get(health) ?? 0),
        };
      }),
      tiles: mapTiles ?? null,
    };
  });
}
