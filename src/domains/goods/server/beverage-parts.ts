import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RowOf } from '#platform/records/contract/fields.ts';
import type { ApartField } from '#platform/records/server/serving.ts';
import type { Beverage, beverages } from '../contract/beverages.ts';
import { haveSameName } from '../rules/same-names.ts';

type Draft = RowOf<typeof beverages.fields>;
type GroupRow = Beverage['optionGroups'][number];
type RecipeRow = Beverage['recipe'][number];

/** What a row is called in the reader's language. */
const namedIn = (language: Language, table: string) => {
  const name = sql.ref<string>(`${table}.name`);
  return language === 'zh-CN' ? sql<string>`coalesce(nullif(${sql.ref(`${table}.name_zh`)}, ''), ${name})` : name;
};

/** The option groups of a drink, in the order in which storefronts show them. */
const optionGroups: ApartField = {
  read: (language) => sql`(select coalesce(jsonb_agg(jsonb_build_object(
                      'groupId', link.group_id, 'groupName', ${namedIn(language, 'option_group')},
                      'defaultChoiceId', link.default_choice_id,
                      'defaultChoiceName', coalesce(${namedIn(language, 'chosen')}, ''))
                    order by option_group.sort, option_group.id), '[]')
               from beverage_option_group as link
               join option_group on option_group.tenant_id = link.tenant_id and option_group.id = link.group_id
               left join option_choice as chosen on chosen.tenant_id = link.tenant_id and chosen.id = link.default_choice_id
              where link.tenant_id = ${THIS_TENANT} and link.beverage_id = record.id)`,
  async write(tx, id, rows: readonly GroupRow[]) {
    await tx.db.deleteFrom('beverage_option_group').where('beverage_id', '=', id).execute();
    if (rows.length === 0) return;
    await tx.db
      .insertInto('beverage_option_group')
      .values(
        rows.map(({ groupId, defaultChoiceId }) => ({
          beverage_id: id,
          group_id: groupId,
          default_choice_id: defaultChoiceId,
        })),
      )
      .execute();
  },
};

/** What a drink is made of: necessary materials first. */
const recipe: ApartField = {
  read: (language) => sql`(select coalesce(jsonb_agg(jsonb_build_object(
                      'materialId', line.material_id, 'materialName', ${namedIn(language, 'material')},
                      'amount', line.amount,
                      'necessary', line.necessary, 'code', material.code, 'name', material.name,
                      'nameZh', material.name_zh, 'materialType', material.material_type, 'unit', material.unit)
                    order by line.necessary desc, material.code), '[]')
               from recipe_line as line
               join material on material.tenant_id = line.tenant_id and material.id = line.material_id
              where line.tenant_id = ${THIS_TENANT} and line.beverage_id = record.id)`,
  async write(tx, id, rows: readonly RecipeRow[]) {
    await tx.db.deleteFrom('recipe_line').where('beverage_id', '=', id).execute();
    if (rows.length === 0) return;
    await tx.db
      .insertInto('recipe_line')
      .values(
        rows.map(({ materialId, amount, necessary }) => ({
          beverage_id: id,
          material_id: materialId,
          amount,
          necessary,
        })),
      )
      .execute();
  },
};

export const beverageParts = { optionGroups, recipe };

/** Names and units of what the rows of a drink point at, as they are kept; refuses what is not there. */
export async function knownParts(
  tx: Transaction,
  { draft, before }: { readonly draft: Draft; readonly before: Draft | undefined },
): Promise<Partial<Draft>> {
  return {
    ...(draft.optionGroups === before?.optionGroups ? {} : { optionGroups: await knownGroups(tx, draft.optionGroups) }),
    ...(draft.recipe === before?.recipe ? {} : { recipe: await knownRecipe(tx, draft.recipe) }),
  };
}

async function knownGroups(tx: Transaction, rows: Draft['optionGroups']): Promise<Draft['optionGroups']> {
  const ids = rows.map(({ groupId }) => groupId).filter(isUuid);
  if (rows.length === 0) return [];
  const groups = await tx.db
    .selectFrom('option_group')
    .select(['id', 'name', 'name_zh as nameZh', 'sort'])
    .where('id', 'in', orNone(ids))
    .execute();
  const choices = await tx.db
    .selectFrom('option_choice')
    .select(['id', 'name', 'group_id'])
    .where('group_id', 'in', orNone(ids))
    .execute();
  const byId = new Map(groups.map((group) => [group.id, group]));
  const known = rows.map((row, place) => {
    const group = byId.get(row.groupId) ?? refuse(`optionGroups.${place}.groupId`, 'record.reference-unknown');
    const { defaultChoiceId } = row;
    const chosen = choices.find(({ id, group_id }) => id === defaultChoiceId && group_id === group.id);
    if (defaultChoiceId !== null && !chosen)
      refuse(`optionGroups.${place}.defaultChoiceId`, 'beverage.choice-of-other-group');
    return { group, row: { ...row, groupName: group.name, defaultChoiceName: chosen?.name ?? '' } };
  });
  for (const [place, { group }] of known.entries())
    if (known.slice(0, place).some((earlier) => haveSameName(earlier.group, group)))
      refuse(`optionGroups.${place}.groupId`, 'beverage.group-name-twice');
  const inOrder = known.toSorted(
    (one, other) => one.group.sort - other.group.sort || (one.group.id < other.group.id ? -1 : 1),
  );
  return inOrder.map(({ row }) => row);
}

async function knownRecipe(tx: Transaction, rows: Draft['recipe']): Promise<Draft['recipe']> {
  if (rows.length === 0) return [];
  const materials = await tx.db
    .selectFrom('material')
    .select(['id', 'code', 'name', 'name_zh', 'material_type', 'unit'])
    .where('id', 'in', orNone(rows.map(({ materialId }) => materialId).filter(isUuid)))
    .execute();
  const byId = new Map(materials.map((material) => [material.id, material]));
  const known = rows.map((row, place) => {
    const material = byId.get(row.materialId) ?? refuse(`recipe.${place}.materialId`, 'record.reference-unknown');
    const { code, name, name_zh: nameZh, material_type: materialType, unit } = material;
    return { ...row, materialName: name, code, name, nameZh, materialType, unit };
  });
  return known.toSorted((one, other) =>
    one.necessary === other.necessary ? (one.code < other.code ? -1 : 1) : one.necessary ? -1 : 1,
  );
}

/** A list of ids for a statement, which none of the rows has where there are none. */
const orNone = (ids: readonly string[]): string[] =>
  ids.length === 0 ? ['00000000-0000-0000-0000-000000000000'] : [...ids];

function refuse(path: string, code: string): never {
  return raise('record.reference-unknown', {}, { faults: [{ path, code }] });
}
