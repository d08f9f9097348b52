import type { SoldOutState } from '#domains/robots/contract/robot-status.ts';

/** One material of a recipe, in the material's unit (g, ml, pieces). */
export interface RecipeAmount {
  readonly materialId: string;
  readonly amount: number;
  readonly necessary: boolean;
}

/** What a robot holds of one material, in its unit. */
export interface MaterialStock {
  readonly materialId: string;
  /** What may be sold from (`usableLevel`). */
  readonly level: number;
  readonly reserved: number;
}

export type Stock = ReadonlyMap<string, MaterialStock>;

/** Stock of one robot by material. */
export function stockOf(rows: readonly MaterialStock[]): Stock {
  return new Map(rows.map((row) => [row.materialId, row]));
}

/** Not promised to a paid order; a material that the robot does not have is empty. */
function free(stock: Stock, materialId: string): number {
  const row = stock.get(materialId);
  return row ? Math.max(0, row.level - row.reserved) : 0;
}

/**
 * Cups that can still be made: the least of floor((level − reserved) / amount) over the necessary materials (practice
 * 13). Auxiliary materials never count; without a necessary one there is no limit.
 */
export function servings(recipe: readonly RecipeAmount[], stock: Stock): number {
  return recipe
    .filter((line) => line.necessary)
    .reduce((least, line) => Math.min(least, Math.floor(free(stock, line.materialId) / line.amount)), Infinity);
}

/** Cups of one recipe. */
export interface RecipeCups {
  readonly quantity: number;
  readonly recipe: readonly RecipeAmount[];
}

/**
 * Auxiliary materials that do not reach for every cup of a line: those cups are made without them, and the customer should
 * know before (practice 13). Counted as `reserveStock` holds them: cup after cup, and lines share what the robot has.
 */
export function materialsLeftOut(lines: readonly RecipeCups[], stock: Stock): string[][] {
  const needed = new Map<string, number>();
  return lines.map(({ quantity, recipe }) =>
    recipe
      .filter(({ materialId, amount, necessary }) => {
        const soFar = (needed.get(materialId) ?? 0) + amount * quantity;
        needed.set(materialId, soFar);
        return !necessary && free(stock, materialId) < soFar;
      })
      .map(({ materialId }) => materialId),
  );
}

export interface OfferedBeverage {
  readonly beverageId: string;
  readonly recipe: readonly RecipeAmount[];
  /** Staff took it off this robot. */
  readonly switchedOff: boolean;
}

export interface BeverageAvailability {
  readonly servings: number;
  readonly soldOut: boolean;
  /** Auxiliary materials that do not reach for one cup: the drink is offered without them and the kiosk says so. */
  readonly withoutMaterialIds: readonly string[];
}

/** Sold out when nothing can be made or staff switched it off on that robot (practice 13). */
export function beverageAvailability(beverage: OfferedBeverage, stock: Stock): BeverageAvailability {
  const cups = beverage.switchedOff ? 0 : servings(beverage.recipe, stock);
  return {
    servings: cups,
    soldOut: cups === 0,
    withoutMaterialIds: materialsLeftOut([{ recipe: beverage.recipe, quantity: 1 }], stock).flat(),
  };
}

/** Necessary materials of drinks that staff offer here which do not reach for one cup, in the order of the recipes. */
export function missingMaterials(offered: readonly OfferedBeverage[], stock: Stock): string[] {
  const short = offered
    .filter(({ switchedOff }) => !switchedOff)
    .flatMap(({ recipe }) => recipe)
    .filter(({ necessary, materialId, amount }) => necessary && free(stock, materialId) < amount);
  return [...new Set(short.map(({ materialId }) => materialId))];
}

/**
 * All available if no offered beverage is sold out, fully sold out if all are, else partly; a robot with no offered
 * beverage counts as fully (practice 13).
 */
export function robotSoldOutState(offered: readonly OfferedBeverage[], stock: Stock): SoldOutState {
  const soldOut = offered.filter((beverage) => beverageAvailability(beverage, stock).soldOut).length;
  if (soldOut === offered.length) return 'soldOut';
  return soldOut === 0 ? 'available' : 'partly';
}
