import { THERMAL_PAPER } from '../contract/material-codes.ts';

/** What recipes and stocks say in amounts of its unit. */
export interface MaterialUse {
  readonly recipes: number;
  readonly stocks: number;
}

export interface MaterialFault {
  readonly path: 'materialType' | 'unit';
  readonly code: 'material.in-recipes' | 'material.unit-in-use';
}

/** Whether a material of this type may stand in a recipe (settled 82). */
export const isForRecipes = (materialType: number): boolean => materialType !== THERMAL_PAPER;

/**
 * What may not change while a material is in use: 18 g in a recipe must not become 18 ml, and paper is in no drink.
 * `before` is undefined for a new material, which nothing uses.
 */
export function materialFaults(
  draft: { readonly materialType: number; readonly unit: string },
  before: { readonly materialType: number; readonly unit: string } | undefined,
  use: MaterialUse,
): MaterialFault[] {
  if (!before) return [];
  const faults: MaterialFault[] = [];
  if (!isForRecipes(draft.materialType) && use.recipes > 0)
    faults.push({ path: 'materialType', code: 'material.in-recipes' });
  if (draft.unit !== before.unit && use.recipes + use.stocks > 0)
    faults.push({ path: 'unit', code: 'material.unit-in-use' });
  return faults;
}
