import * as z from 'zod';
import {
  Id,
  Instant,
  IntField,
  Millionths,
  Minor,
  pageFields,
  pageOf,
  SortColumn,
  Text,
} from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';

export const Temperature = z.enum(['hot', 'cold']);
export const BeverageStatus = z.enum(['on_sale', 'off_sale']);
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

/** A menu entry; without a parent it is a top-level one. */
export const MenuEntry = z.strictObject({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  image: z.string(),
  sort: z.int(),
  beverageCount: z.int(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

export const Beverage = z.strictObject({
  id: z.string(),
  menuId: z.string(),
  menuName: z.string(),
  name: z.string(),
  nameZh: z.string(),
  shortTitle: z.string(),
  description: z.string(),
  image: z.string(),
  temperature: Temperature,
  /** The tenant's currency. */
  currency: z.enum(CURRENCY_CODES),
  originalPriceMinor: Minor,
  discountedPriceMinor: Minor.nullable(),
  /** Millionths; null takes the spot's rate, 0 is a rate. */
  taxRate: Millionths.nullable(),
  productionSeconds: z.int(),
  status: BeverageStatus,
  /** Higher first. */
  sort: z.int(),
  createdAt: Instant,
});
export type Beverage = z.infer<typeof Beverage>;

export const OptionChoice = z.strictObject({
  id: z.string(),
  name: z.string(),
  nameZh: z.string(),
  costMinor: Minor,
});
export type OptionChoice = z.infer<typeof OptionChoice>;

export const OptionGroup = z.strictObject({
  id: z.string(),
  name: z.string(),
  nameZh: z.string(),
  kind: OptionGroupKind,
  required: z.boolean(),
  choices: z.array(OptionChoice),
});
export type OptionGroup = z.infer<typeof OptionGroup>;

/** One material of a recipe. Auxiliary ones never block a sale (practice 13). */
export const RecipeMaterial = z.strictObject({
  materialId: z.string(),
  code: z.string(),
  name: z.string(),
  nameZh: z.string(),
  materialType: z.int(),
  unit: z.enum(['g', 'ml', 'piece']),
  amount: z.int(),
  necessary: z.boolean(),
});
export type RecipeMaterial = z.infer<typeof RecipeMaterial>;

export const BeverageDetail = z.strictObject({
  ...Beverage.shape,
  groups: z.array(OptionGroup),
  recipe: z.array(RecipeMaterial),
});
export type BeverageDetail = z.infer<typeof BeverageDetail>;

export const BEVERAGE_COLUMNS = ['name', 'sort', 'originalPriceMinor', 'createdAt'] as const;

export const BeverageListRequest = z.strictObject({
  ...pageFields,
  column: SortColumn(BEVERAGE_COLUMNS),
  /** Part of the name, in either language. */
  name: Text(100).optional(),
  menuId: Id.optional(),
  status: BeverageStatus.optional(),
});
export type BeverageListRequest = z.infer<typeof BeverageListRequest>;

export const MENU_COLUMNS = ['name', 'sort'] as const;

export const MenuListRequest = z.strictObject({
  ...pageFields,
  pageSize: IntField(1, 200).default(200),
  column: SortColumn(MENU_COLUMNS),
  name: Text(100).optional(),
});
export type MenuListRequest = z.infer<typeof MenuListRequest>;

export const BeverageRequest = z.strictObject({ id: Id });
export type BeverageRequest = z.infer<typeof BeverageRequest>;

export const BeveragePage = pageOf(Beverage);
export type BeveragePage = z.infer<typeof BeveragePage>;
export const MenuPage = pageOf(MenuEntry);
export type MenuPage = z.infer<typeof MenuPage>;
