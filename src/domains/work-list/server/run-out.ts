import { sql } from 'kysely';
import { findForecasts } from '#domains/beverages/server/index.ts';
import { narrowSpots } from '#domains/orders/server/index.ts';
import { findAllRobots, robotSight, visibleSpots } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import type { RunOut } from '../contract/endpoints.ts';

const MOST_ROBOTS = 2_000;
const HOUR_MS = 3_600_000;

/** What has to be filled today, by the forecast of practice 13: robots that a person sees, the most urgent first. */
export function listRunOut(context: RequestContext, { spotId }: { spotId?: string | undefined }): Promise<RunOut> {
  const now = context.now();
  return context.read(async (db) => {
    const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const midnight = startOfDay(addDays(localDay(now, time_zone), 1), time_zone);
    const sight = robotSight(context.actor, narrowSpots(visibleSpots(context.actor), spotId));
    const robots = await findAllRobots(db, sight, MOST_ROBOTS);
    const ids = robots.map(({ id }) => id);
    const forecasts = await findForecasts(db, ids, now);
    const materials = await db
      .selectFrom('robot_material')
      .innerJoin('material', 'material.id', 'robot_material.material_id')
      .select(['robot_material.robot_id', 'robot_material.material_id', 'robot_material.level'])
      .select(['material.name', 'material.name_zh'])
      .where(sql<boolean>`robot_material.robot_id = any(${ids}::uuid[])`)
      .where('robot_material.capacity', '>', 0)
      .execute();
    const held = Map.groupBy(materials, ({ robot_id }) => robot_id);
    const found = robots.flatMap((robot): RunOut['robots'] => {
      const ending = (held.get(robot.id) ?? [])
        .flatMap(({ material_id, level, name, name_zh }) => {
          const hours = level <= 0 ? 0 : (forecasts.get(robot.id)?.get(material_id) ?? null);
          const at = hours === null ? midnight : new Date(now.getTime() + hours * HOUR_MS);
          if (at >= midnight) return [];
          return [{ name: localName(context.language, name, name_zh), at: at.toISOString(), isEmpty: level <= 0 }];
        })
        .sort((one, other) => (one.at < other.at ? -1 : 1));
      const [first] = ending;
      if (!first) return [];
      const spotName =
        robot.spot_name === null ? null : localName(context.language, robot.spot_name, robot.spot_name_zh ?? '');
      return [{ id: robot.id, imei: robot.imei, name: robot.name, spotName, at: first.at, materials: ending }];
    });
    return { now: now.toISOString(), robots: found.sort((one, other) => (one.at < other.at ? -1 : 1)) };
  });
}
