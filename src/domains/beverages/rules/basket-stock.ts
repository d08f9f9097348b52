import type { SalesChannel } from '#domains/pricing/contract/sale.ts';
import { type RecipeAmount, type RecipeCups, type Stock, servings } from './sold-out.ts';

/** Cups of one beverage. */
export interface BasketCups extends RecipeCups {
  readonly beverageId: string;
}

/** What a basket needs of every necessary material as one recipe: lines share the same beans. */
export function basketRecipe(basket: readonly BasketCups[]): RecipeAmount[] {
  const needs = new Map<string, number>();
  for (const { quantity, recipe } of basket) {
    for (const line of recipe) {
      if (line.necessary) needs.set(line.materialId, (needs.get(line.materialId) ?? 0) + line.amount * quantity);
    }
  }
  return [...needs].map(([materialId, amount]) => ({ materialId, amount, necessary: true }));
}

/** A robot of a spot as far as selling is concerned. */
export interface SellingRobot {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  /** Connected and not in maintenance. */
  readonly available: boolean;
  readonly canOrderInApp: boolean;
  /** Metres; the menu alone asks for it. */
  readonly orderReminderDistance?: number;
  readonly stock: Stock;
  /** Beverages that staff took off it. */
  readonly offBeverageIds: ReadonlySet<string>;
}

/** Whether everything in the basket can be made by this robot now, all cups together (practice 13, pay-time check). */
export function canMake(robot: SellingRobot, basket: readonly BasketCups[]): boolean {
  if (basket.some((line) => robot.offBeverageIds.has(line.beverageId))) return false;
  return servings(basketRecipe(basket), robot.stock) >= 1;
}

/** A robot takes orders while it is there; away from its kiosk only where the operator lets apps order. */
export function takesOrders(robot: SellingRobot, channel: SalesChannel): boolean {
  return robot.available && (channel === 'kiosk' || robot.canOrderInApp);
}

export type RobotChoice =
  | { readonly found: true; readonly robot: SellingRobot }
  | { readonly found: false; readonly because: 'no-robot-available' | 'sold-out' };

/** Of the robots that can make everything now, the one that could make it most often; names settle a tie. */
export function chooseRobot(
  robots: readonly SellingRobot[],
  basket: readonly BasketCups[],
  channel: SalesChannel,
): RobotChoice {
  const open = robots.filter((robot) => takesOrders(robot, channel));
  if (open.length === 0) return { found: false, because: 'no-robot-available' };
  const recipe = basketRecipe(basket);
  const [best] = open
    .filter((robot) => canMake(robot, basket))
    .map((robot) => ({ robot, times: servings(recipe, robot.stock) }))
    .toSorted((a, b) => (a.times === b.times ? (a.robot.name < b.robot.name ? -1 : 1) : b.times > a.times ? 1 : -1));
  return best ? { found: true, robot: best.robot } : { found: false, because: 'sold-out' };
}
