import { sql } from 'kysely';
import { findForecasts } from '#domains/beverages/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { type RobotRow, type RobotSight, robotsInPortions } from './robot-store.ts';

const HOUR_MS = 3_600_000;

interface EndingMaterial {
  readonly name: string;
  readonly nameZh: string;
  /** When it is used up; now, where it is already. */
  readonly at: Date;
  readonly isEmpty: boolean;
}

/** A robot with what of it is used up before the day ends, the first of it first; at least one. */
export interface RobotRunOut {
  readonly robot: RobotRow;
  readonly materials: readonly [EndingMaterial, ...EndingMaterial[]];
}

/**
 * What has to be filled today, by the forecast of practice 13, the most urgent robot first. The work list counts these robots and the
 * robot list filters by them, so that both are the same.
 */
export async function findRunOuts(db: TenantDb, sight: RobotSight, now: Date): Promise<RobotRunOut[]> {
  const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const midnight = startOfDay(addDays(localDay(now, time_zone), 1), time_zone);
  const found: RobotRunOut[] = [];
  for await (const robots of robotsInPortions(db, sight)) found.push(...(await runOutsOf(db, robots, now, midnight)));
  return found.sort((one, other) => one.materials[0].at.getTime() - other.materials[0].at.getTime());
}

async function runOutsOf(
  db: TenantDb,
  robots: readonly RobotRow[],
  now: Date,
  midnight: Date,
): Promise<readonly RobotRunOut[]> {
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
  return robots.flatMap((robot): RobotRunOut[] => {
    const [first, ...others] = (held.get(robot.id) ?? [])
      .flatMap(({ material_id, level, name, name_zh }): EndingMaterial[] => {
        const hours = level <= 0 ? 0 : (forecasts.get(robot.id)?.get(material_id) ?? null);
        const at = hours === null ? midnight : new Date(now.getTime() + hours * HOUR_MS);
        return at < midnight ? [{ name, nameZh: name_zh, at, isEmpty: hours === 0 }] : [];
      })
      .sort((one, other) => one.at.getTime() - other.at.getTime());
    return first ? [{ robot, materials: [first, ...others] }] : [];
  });
}
