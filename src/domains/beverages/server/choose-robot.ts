import {
  type BasketCups,
  canMake,
  chooseRobot,
  type SellingRobot,
  takesOrders,
} from '#domains/beverages/rules/basket-stock.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { findSellingRobots } from './selling-robot-store.ts';

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
