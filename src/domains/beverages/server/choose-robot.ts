import type { LeftOutMaterial } from '#domains/beverages/contract/left-out-material.ts';
import {
  type BasketCups,
  canMake,
  chooseRobot,
  type SellingRobot,
  takesOrders,
} from '#domains/beverages/rules/basket-stock.ts';
import { materialsLeftOut } from '#domains/beverages/rules/sold-out.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { findSellingRobots, findSpotRobots } from './selling-robot-store.ts';

export type RobotForOrder =
  | { readonly found: true; readonly robot: SellingRobot }
  | { readonly found: false; readonly because: 'unknown-robot' | 'no-robot-available' | 'sold-out' };

/** The one of the spot's robots (`findSpotRobots`) that makes this basket; `imei` asks for a certain one. */
export function chooseRobotFor(
  robots: readonly SellingRobot[],
  order: { channel: SalesChannel; imei?: string | undefined; lines: readonly BasketCups[] },
): RobotForOrder {
  if (order.imei !== undefined && robots.length === 0) return { found: false, because: 'unknown-robot' };
  return chooseRobot(robots, order.lines, order.channel);
}

/** Pay-time check (practice 13): null if the robot can still make the order, else why it cannot. */
export async function refusalToMake(
  db: TenantDb,
  order: { robotId: string; channel: SalesChannel; lines: readonly BasketCups[] },
): Promise<'no-robot-available' | 'sold-out' | null> {
  const [robot] = await findSellingRobots(db, [order.robotId]);
  if (!robot || !takesOrders(robot, order.channel)) return 'no-robot-available';
  return canMake(robot, order.lines) ? null : 'sold-out';
}

/**
 * What the robot that would make this basket now leaves out of each line, by its names (practice 13); nothing where no robot
 * makes it. `imei` asks for a certain one of the spot.
 */
export async function findMaterialsLeftOut(
  db: TenantDb,
  order: { spotId: string; channel: SalesChannel; imei?: string | undefined; lines: readonly BasketCups[] },
): Promise<LeftOutMaterial[][]> {
  const choice = chooseRobotFor(await findSpotRobots(db, order.spotId, order.imei), order);
  const leftOut = choice.found ? materialsLeftOut(order.lines, choice.robot.stock) : [];
  const ids = [...new Set(leftOut.flat())];
  if (ids.length === 0) return order.lines.map(() => []);
  const materials = await db.selectFrom('material').select(['id', 'name', 'name_zh']).where('id', 'in', ids).execute();
  const names = new Map(materials.map(({ id, name, name_zh }) => [id, { name, nameZh: name_zh }]));
  return leftOut.map((line) => line.flatMap((id) => names.get(id) ?? []));
}
