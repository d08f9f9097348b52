import * as z from 'zod';
import { Minor } from '#platform/http/contract/fields.ts';

export const OptionGroupKind = z.enum(['single', 'multiple']);

/** Domain 9. */
export const MaterialType = {
  beans: 1,
  water: 2,
  ice: 3,
  syrup: 4,
  milkAndColdBrew: 5,
  cup: 6,
  lid: 7,
  thermalPaper: 8,
  powder: 9,
} as const;
export type MaterialType = (typeof MaterialType)[keyof typeof MaterialType];

export const OptionChoice = z.strictObject({
  id: z.string(),
  name: z.string(),
  nameZh: z.string(),
  costMinor: Minor,
});
export type OptionChoice = z.infer<typeof OptionChoice>;

/** What is chosen for one beverage, with the choices in their order. */
export const OptionGroup = z.strictObject({
  id: z.string(),
  name: z.string(),
  nameZh: z.string(),
  kind: OptionGroupKind,
  required: z.boolean(),
  /** Where any is chosen, and of a required group always; null asks for no number. */
  minChoices: z.int().nullable(),
  maxChoices: z.int().nullable(),
  /** The choice of this beverage that storefronts begin with. */
  defaultChoiceId: z.string().nullable(),
  choices: z.array(OptionChoice),
});
export type OptionGroup = z.infer<typeof OptionGroup>;

/** One material of a recipe. Auxiliary ones never block a sale (practice 13). */
export interface RecipeMaterial {
  readonly materialId: string;
  readonly code: string;
  readonly name: string;
  readonly nameZh: string;
  readonly materialType: number;
  readonly unit: 'g' | 'ml' | 'piece';
  readonly amount: number;
  readonly necessary: boolean;
}
