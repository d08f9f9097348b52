import type { SoldOutReason } from '#domains/beverages/contract/sold-out.ts';
import { type OfferedBeverage, type Stock, servings } from './sold-out.ts';

export interface OfferState {
  readonly state: 'available' | 'soldOut';
  readonly why: SoldOutReason | null;
  /** Necessary materials that do not reach for one cup, in the order of the recipe; those of a drink that is off too. */
  readonly materialIds: readonly string[];
  /** Cups that can still be made, whether it is offered or not; null has no limit. */
  readonly servings: number | null;
}

/**
 * One drink on one robot, for the sell-out list (practice 13). `saidEmpty` are the materials that the robot reports as run out by
 * a fault: somebody has to look, while a material that was used up only has to be filled.
 */
export function offerState(beverage: OfferedBeverage, stock: Stock, saidEmpty: ReadonlySet<string>): OfferState {
  const cups = servings(beverage.recipe, stock);
  const materialIds = beverage.recipe
    .filter((line) => line.necessary && servings([line], stock) === 0)
    .map(({ materialId }) => materialId);
  const limit = Number.isFinite(cups) ? cups : null;
  if (beverage.switchedOff) return { state: 'soldOut', why: 'switchedOff', materialIds, servings: limit };
  if (cups > 0) return { state: 'available', why: null, materialIds: [], servings: limit };
  const why = materialIds.some((id) => saidEmpty.has(id)) ? 'fault' : 'material';
  return { state: 'soldOut', why, materialIds, servings: limit };
}
