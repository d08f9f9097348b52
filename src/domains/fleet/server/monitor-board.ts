import { sql } from 'kysely';
import { isLow } from '#domains/beverages/rules/material-level.ts';
import type { BoardRobot, MonitorBoard } from '#domains/fleet/contract/endpoints.ts';
import { OrderStep } from '#domains/orders/contract/order.ts';
import { monitorRobots } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { localDay, startOfDay } from '#platform/time/rules/local-day.ts';

/** The live grid with what each robot holds and what it made today. */
export async function readMonitorBoard(
  context: RequestContext,
  request: { spotId?: string | undefined },
): Promise<MonitorBoard> {
  const { counts, robots } = await monitorRobots(context, request);
  const ids = robots.map(({ id }) => id);
  return context.read(async (db) => {
    const tenant = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const midnight = startOfDay(localDay(context.now(), tenant.time_zone), tenant.time_zone);
    const stock = await findStock(db, ids, context.language);
    const cups = await countCups(db, ids, midnight);
    const board = robots.map((robot) => ({
      ...robot,
      stock: stock.get(robot.id) ?? [],
      cupsToday: cups.get(robot.id) ?? 0,
    }));
    const sum = board.reduce((all, { cupsToday }) => all + cupsToday, 0);
    return { counts, cupsToday: board.length < counts.total ? null : sum, robots: board };
  });
}

async function findStock(
  db: TenantDb,
  ids: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, BoardRobot['stock']>> {
  const rows = await db
    .selectFrom('robot_material as held')
    .innerJoin('material', 'material.id', 'held.material_id')
    .select(['held.robot_id', 'held.level', 'held.capacity', 'held.low_mark'])
    .select(['material.code', 'material.name', 'material.name_zh'])
    .where(sql<boolean>`held.robot_id = any(${ids}::uuid[])`)
    .where('held.capacity', '>', 0)
    .execute();
  const stock = rows.map((row) => ({
    robotId: row.robot_id,
    code: row.code,
    name: localName(language, row.name, row.name_zh),
    percent: Math.min(100, Math.floor((100 * row.level) / row.capacity)),
    isLow: isLow(row.level, row.low_mark),
  }));
  stock.sort((a, b) => a.percent - b.percent || (a.code < b.code ? -1 : 1));
  return new Map(
    [...Map.groupBy(stock, ({ robotId }) => robotId)].map(([id, held]) => [
      id,
      held.map(({ robotId: _, ...one }) => one),
    ]),
  );
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
