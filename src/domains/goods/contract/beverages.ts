import * as z from 'zod';
import { OptionGroup } from '#domains/beverages/contract/beverage.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  amount,
  answered,
  choice,
  flag,
  generated,
  integer,
  json,
  longText,
  picture,
  pictures,
  rate,
  reference,
  rows,
  text,
} from '#platform/records/contract/fields.ts';
import { categories } from './categories.ts';
import { checkGroups, checkRecipe } from './check-parts.ts';
import {
  BEVERAGE_STATES,
  MAX_SORT,
  MOST_BODY_IMAGES,
  MOST_GROUPS,
  MOST_MATERIALS,
  TEMPERATURES,
} from './goods-codes.ts';
import { groups } from './groups.ts';
import { materialTarget } from './materials.ts';
import { menus } from './menus.ts';

/** A whole. */
const MILLION = 1_000_000;
const MOST_SECONDS = 3_600;
const MOST_OF_A_MATERIAL = 100_000;

/** A drink (domain 3, settled 72 to 79). */
export const beverages = defineRecords({
  name: 'beverage',
  namespace: 'beverages',
  calls: domainCalls('/goods/api', { page: 'list', one: 'get', edit: 'update' }),
  notFound: 'beverage.not-found',
  labelZh: 'nameZh',
  switch: 'status',
  order: { by: 'sort', direction: 'desc' },
  fields: {
    name: text(100, { required: true, search: true, sort: true, filter: true }),
    nameZh: text(100, { search: true }),
    shortTitle: text(100, { search: true }),
    description: longText(2_000, { required: true }),
    menuId: reference(menus, { required: true }),
    temperature: choice(TEMPERATURES, 'beverage_temperature', { empty: 'hot', sort: true }),
    image: picture('beverage', { required: true }),
    headImage: picture('beverage'),
    bodyImages: pictures('beverage', MOST_BODY_IMAGES),
    originalPriceMinor: amount({ required: true, min: 1, sort: true }),
    /** What is asked; lower than the original price where there is a discount (settled 75). */
    priceMinor: amount({ required: true, min: 1, sort: true }),
    /** Null is the rate of the spot; 0 is a rate (settled 74). */
    taxRate: answered(rate({ max: MILLION })),
    /** What is chosen for it, each group perhaps with the category that storefronts begin with. */
    optionGroups: rows(
      {
        groupId: reference(groups, { required: true }),
        groupName: generated(text(100)),
        defaultChoiceId: reference(categories),
        defaultChoiceName: generated(text(100)),
      },
      MOST_GROUPS,
      checkGroups,
    ),
    /** Without a necessary material there is no drink; an auxiliary one may be missing (practice 13). */
    recipe: rows(
      {
        materialId: reference(materialTarget, { required: true }),
        materialName: generated(text(100)),
        /** In the material's unit. */
        amount: integer(1, MOST_OF_A_MATERIAL, { required: true }),
        necessary: flag(true),
        code: generated(text(64)),
        name: generated(text(100)),
        nameZh: generated(text(100)),
        materialType: generated(integer(1, 9)),
        unit: generated(text(10)),
      },
      MOST_MATERIALS,
      checkRecipe,
    ),
    productionSeconds: integer(1, MOST_SECONDS, { empty: 60, sort: true, unit: 's' }),
    /** Made by a robot with a drawing machine. */
    drawingMachine: flag(false, { sort: false }),
    /** A picture is printed on its foam. */
    foamPrinting: flag(false, { sort: false }),
    status: choice(BEVERAGE_STATES, 'beverage_status', { empty: 'on_sale', sort: true }),
    /** Higher first. */
    sort: integer(0, MAX_SORT, { empty: 0, sort: true }),
  },
  computed: {
    /** The tenant's. */
    currency: text(3, { required: true }),
    menuNameZh: text(100),
    /** Null where there is no discount. */
    discountedPriceMinor: amount(),
    /** The option groups with all of their choices. */
    groups: json(z.array(OptionGroup), []),
  },
});
export type Beverage = RecordOf<typeof beverages>;
