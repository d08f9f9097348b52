import { sql } from 'kysely';
import type { MapSpot, SpotMap } from '#domains/fleet/contract/endpoints.ts';
import { ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { findFirstCountdowns, readCensus, robotSight } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';

/** Each spot once, with numbers instead of robots: ten thousand of them are a small answer. */
export async function readSpotMap(context: RequestContext): Promise<SpotMap> {
  const sight = robotSight(context.actor);
  const { spotIds } = sight;
  const { mapTiles } = context.services.config;
  const { groups } = await readCensus(context, sight);
  const bySpot = Map.groupBy(groups, ({ spotId }) => spotId);
  return context.read(async (db) => {
    const seen = spotIds === null ? sql<boolean>`true` : sql<boolean>`spot.id = any(${[...spotIds]}::uuid[])`;
    const spots = await db
      .selectFrom('spot')
      .select(['spot.id', 'spot.name', 'spot.name_zh', 'spot.status', 'spot.latitude', 'spot.longitude'])
      .where(seen)
      .orderBy('spot.name')
      .orderBy('spot.id')
      .execute();
    const countdowns = await findFirstCountdowns(db, sight);
    return {
      spots: spots.map((spot): MapSpot => {
        const ofSpot = new Map(bySpot.get(spot.id)?.map(({ health, total }) => [health, total]));
        return {
          id: spot.id,
          name: localName(context.language, spot.name, spot.name_zh),
          state: spot.status as MapSpot['state'],
          latitude: spot.latitude,
          longitude: spot.longitude,
          countdownDays: countdowns.get(spot.id) ?? null,
          counts: ROBOT_HEALTHS.map((health: RobotHealth) => ofSpot.get(health) ?? 0),
        };
      }),
      tiles: mapTiles ?? null,
    };
  });
}
