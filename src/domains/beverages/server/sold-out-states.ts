import { robotSoldOutState } from '#domains/beverages/rules/sold-out.ts';
import type { SoldOutState } from '#domains/devices/contract/robot-status.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { recipe, toRecipeMaterial } from './beverage-parts.ts';
import { findSellingRobots } from './selling-robot-store.ts';

/** Sold-out state of robots by id, from what they hold against everything that is on sale (practice 13). */
export async function findSoldOutStates(
  db: TenantDb,
  robotIds: readonly string[],
): Promise<ReadonlyMap<string, SoldOutState>> {
  const robots = await findSellingRobots(db, robotIds);
  if (robots.length === 0) return new Map();
  const rows = await db
    .selectFrom('beverage')
    .select('beverage.id')
    .select((of) => recipe(of))
    .where('beverage.status', '=', 'on_sale')
    .execute();
  const beverages = rows.map((row) => ({ beverageId: row.id, recipe: row.recipe.map(toRecipeMaterial) }));
  return new Map(
    robots.map((robot) => {
      const offered = beverages.map((each) => ({
        ...each,
        switchedOff: robot.offBeverageIds.has(each.beverageId),
      }));
      return [robot.id, robotSoldOutState(offered, robot.stock)];
    }),
  );
}
