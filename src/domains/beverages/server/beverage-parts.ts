import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { OptionGroup, RecipeMaterial } from '#domains/beverages/contract/beverage.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';

type OfBeverage = ExpressionBuilder<Tables, 'beverage'>;

/** Option groups of a beverage with their choices, as one JSON column of its row. */
export const optionGroups = (of: OfBeverage) =>
  jsonArrayFrom(
    of
      .selectFrom('beverage_option_group as link')
      .innerJoin('option_group as group', 'group.id', 'link.group_id')
      .whereRef('link.beverage_id', '=', 'beverage.id')
      .select(['group.id', 'group.name', 'group.name_zh', 'group.kind', 'group.required'])
      .select(['group.min_choices', 'group.max_choices', 'link.default_choice_id'])
      .select((inner) =>
        jsonArrayFrom(
          inner
            .selectFrom('option_choice as choice')
            .whereRef('choice.group_id', '=', 'group.id')
            .select(['choice.id', 'choice.name', 'choice.name_zh', 'choice.cost_minor'])
            .orderBy('choice.sort')
            .orderBy('choice.id'),
        ).as('choices'),
      )
      .orderBy('group.sort')
      .orderBy('group.id'),
  ).as('groups');

/** Recipe of a beverage, as one JSON column of its row. */
export const recipe = (of: OfBeverage) =>
  jsonArrayFrom(
    of
      .selectFrom('recipe_line as line')
      .innerJoin('material', 'material.id', 'line.material_id')
      .whereRef('line.beverage_id', '=', 'beverage.id')
      .select(['line.material_id', 'line.amount', 'line.necessary'])
      .select(['material.code', 'material.name', 'material.name_zh', 'material.material_type', 'material.unit'])
      .orderBy('line.necessary', 'desc')
      .orderBy('material.code'),
  ).as('recipe');

interface GroupRow {
  id: string;
  name: string;
  name_zh: string;
  kind: string;
  required: boolean;
  min_choices: number | null;
  max_choices: number | null;
  default_choice_id: string | null;
  choices: { id: string; name: string; name_zh: string; cost_minor: number }[];
}

export function toOptionGroup(row: GroupRow): OptionGroup {
  return {
    id: row.id,
    name: row.name,
    nameZh: row.name_zh,
    kind: row.kind as OptionGroup['kind'],
    required: row.required,
    minChoices: row.min_choices,
    maxChoices: row.max_choices,
    defaultChoiceId: row.default_choice_id,
    choices: row.choices.map(({ id, name, name_zh, cost_minor }) => ({
      id,
      name,
      nameZh: name_zh,
      costMinor: cost_minor,
    })),
  };
}

interface RecipeRow {
  material_id: string;
  code: string;
  name: string;
  name_zh: string;
  material_type: number;
  unit: string;
  amount: number;
  necessary: boolean;
}

export function toRecipeMaterial(row: RecipeRow): RecipeMaterial {
  return {
    materialId: row.material_id,
    code: row.code,
    name: row.name,
    nameZh: row.name_zh,
    materialType: row.material_type,
    unit: row.unit as RecipeMaterial['unit'],
    amount: row.amount,
    necessary: row.necessary,
  };
}
