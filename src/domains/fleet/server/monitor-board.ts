import { sql } from 'kysely';
import { isLow } from '#domains/beverages/rules/material-level.ts';
import { findStockConditions, NOTHING_OFFERED } from '#domains/beverages/server/index.ts';
import type { BoardRobot, MonitorBoard, MonitorBoardRequest } from '#domains/fleet/contract/endpoints.ts';
import { OrderStep } from '#domains/orders/contract/order.ts';
import { findRobotFigures, findRobotsInOrder, readFleet, toWatched } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { localDay, startOfDay } from '#platform/time/rules/local-day.ts';

/** The fleet in numbers, and its worst robots with what each holds and what it made today. */
export async function readMonitorBoard(context: RequestContext, request: MonitorBoardRequest): Promise<MonitorBoard> {
  const { counts, worst: ids } = await readFleet(context, request);
  return context.read(async (db) => {
    const rows = await findRobotsInOrder(db, ids);
    const stock = await findStockConditions(db, ids, context.language);
    const tenant = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const midnight = startOfDay(localDay(context.now(), tenant.time_zone), tenant.time_zone);
    const levels = await findLevels(db, ids);
    const cups = await countCups(db, ids, midnight);
    const figures = await findRobotFigures(db, ids);
    const robots = rows.map((row) => ({
      ...toWatched(row, stock.get(row.id) ?? NOTHING_OFFERED, context.language),
      ...(figures.get(row.id) ?? raise('robot.not-found')),
      stock: levels.get(row.id) ?? [],
      cupsToday: cups.get(row.id) ?? 0,
    }));
    const sum = robots.reduce((all, { cupsToday }) => all + cupsToday, 0);
    return {
      counts,
      cupsToday: robots.length < counts.total ? null : sum,
      materials: await findMaterialNames(db, context.language),
      robots,
    };
  });
}

/** Least first. */
async function findLevels(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, BoardRobot['stock']>> {
  const rows = await db
    .selectFrom('robot_material as held')
    .innerJoin('material', 'material.id', 'held.material_id')
    .select(['held.robot_id', 'held.level', 'held.capacity', 'held.low_mark', 'material.code'])
    .where(sql<boolean>`held.robot_id = any(${ids}::uuid[])`)
    .where('held.capacity', '>', 0)
    .execute();
  const levels = new Map<string, BoardRobot['stock']>(ids.map((id) => [id, []]));
  for (const { robot_id, code, level, capacity, low_mark } of rows)
    levels.get(robot_id)?.push({
      code,
      percent: Math.min(100, Math.floor((100 * level) / capacity)),
      isLow: isLow(level, low_mark),
    });
  for (const stock of levels.values()) stock.sort((a, b) => a.percent - b.percent || (a.code < b.code ? -1 : 1));
  return levels;
}

async function findMaterialNames(db: TenantDb, language: Language): Promise<MonitorBoard['materials']> {
  const rows = await db.selectFrom('material').select(['code', 'name', 'name_zh']).execute();
  return Object.fromEntries(rows.map(({ code, name, name_zh }) => [code, localName(language, name, name_zh)]));
}

/** Cups that came out, by the day on which they were ordered. */
async function countCups(db: TenantDb, ids: readonly string[], since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('coffee_order as o')
    .innerJoin('order_drink as drink', 'drink.order_no', 'o.order_no')
    .select((of) => ['o.robot_id', of.fn.countAll<number>().as('cups')])
    .where('o.created_at', '>=', since)
    .where('drink.step', 'in', [OrderStep.made, OrderStep.taken])
    .where(sql<boolean>`o.robot_id = any(${ids}::uuid[])`)
    .groupBy('o.robot_id')
    .execute();
  return new Map(rows.map(({ robot_id, cups }) => [robot_id, Number(cups)]));
}
