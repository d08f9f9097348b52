import { isLow } from '#domains/beverages/rules/material-level.ts';
import { missingMaterials, robotSoldOutState } from '#domains/beverages/rules/sold-out.ts';
import type { SoldOutState } from '#domains/robots/contract/robot-status.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { recipe, toRecipeMaterial } from './beverage-parts.ts';
import { findSellingRobots } from './selling-robot-store.ts';

/** What a robot can still make, and what it wants. */
export interface StockCondition {
  readonly soldOut: SoldOutState;
  readonly offersAnything: boolean;
  /** Names of necessary materials that do not reach for a drink that is offered. */
  readonly missing: readonly string[];
  /** Their ids. */
  readonly missingIds: readonly string[];
  /** Names of those below their mark. */
  readonly low: readonly string[];
}

/** A robot without any drink on offer (practice 13). */
export const NOTHING_OFFERED: StockCondition = {
  soldOut: 'soldOut',
  offersAnything: false,
  missing: [],
  missingIds: [],
  low: [],
};

/** By robot id, from what they hold against everything that is on sale (practice 13). */
export async function findStockConditions(
  db: TenantDb,
  robotIds: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, StockCondition>> {
  const robots = await findSellingRobots(db, robotIds);
  if (robots.length === 0) return new Map();
  const rows = await db
    .selectFrom('beverage')
    .select('beverage.id')
    .select((of) => recipe(of))
    .where('beverage.status', '=', 'on_sale')
    .execute();
  const beverages = rows.map((row) => ({ beverageId: row.id, recipe: row.recipe.map(toRecipeMaterial) }));
  const nameOf = new Map(
    beverages
      .flatMap((beverage) => beverage.recipe)
      .map(({ materialId, name, nameZh }) => [materialId, localName(language, name, nameZh)]),
  );
  const low = await findLowMaterials(db, robotIds, language);
  return new Map(
    robots.map((robot) => {
      const offered = beverages.map((each) => ({
        ...each,
        switchedOff: robot.offBeverageIds.has(each.beverageId),
      }));
      const missingIds = missingMaterials(offered, robot.stock);
      return [
        robot.id,
        {
          missingIds,
          soldOut: robotSoldOutState(offered, robot.stock),
          offersAnything: offered.length > 0,
          missing: missingIds.map((id) => nameOf.get(id) ?? id),
          low: low.get(robot.id) ?? [],
        },
      ];
    }),
  );
}

async function findLowMaterials(
  db: TenantDb,
  robotIds: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('robot_material as held')
    .innerJoin('material', 'material.id', 'held.material_id')
    .select(['held.robot_id', 'held.level', 'held.low_mark', 'material.name', 'material.name_zh'])
    .where('held.robot_id', 'in', [...robotIds])
    .orderBy('material.material_type')
    .orderBy('material.code')
    .execute();
  const low = rows.filter((row) => isLow(row.level, row.low_mark));
  return new Map(
    [...Map.groupBy(low, (row) => row.robot_id)].map(([id, materials]) => [
      id,
      materials.map(({ name, name_zh }) => localName(language, name, name_zh)),
    ]),
  );
}
