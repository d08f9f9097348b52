import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { robotSoldOutState } from '#domains/beverages/rules/sold-out.ts';
import type { SoldOutState } from '#domains/devices/contract/robot-status.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
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

/**
 * The same question to the database, for counts over all robots: nothing on sale can be made, because staff took it off
 * the robot or a necessary material does not reach for one cup.
 */
export function isSoldOut(of: ExpressionBuilder<Tables, 'robot'>): Expression<SqlBool> {
  const offered = of
    .selectFrom('beverage')
    .select('beverage.id')
    .where('beverage.status', '=', 'on_sale')
    .where((beverage) =>
      beverage.not(
        beverage.exists(
          beverage
            .selectFrom('robot_beverage_off as off')
            .select('off.beverage_id')
            .whereRef('off.robot_id', '=', 'robot.id')
            .whereRef('off.beverage_id', '=', 'beverage.id'),
        ),
      ),
    )
    .where((beverage) =>
      beverage.not(
        beverage.exists(
          beverage
            .selectFrom('recipe_line as line')
            .leftJoin('robot_material as held', (join) =>
              join.onRef('held.material_id', '=', 'line.material_id').onRef('held.robot_id', '=', 'robot.id'),
            )
            .select('line.amount')
            .whereRef('line.beverage_id', '=', 'beverage.id')
            .where('line.necessary', '=', true)
            .where(sql<boolean>`coalesce(held.current - held.reserved, 0) < line.amount`),
        ),
      ),
    );
  return of.not(of.exists(offered));
}
