import { goodsKinds } from '#domains/goods/server/index.ts';
import { materialKind } from '#domains/materials/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { readRecords } from '#platform/records/server/read-records.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { CopiedKind } from '../contract/copy-run.ts';
import type { SourceRecord, SourceTree } from '../rules/copy-plan.ts';

export const SERVED: Readonly<Record<CopiedKind, ServedKind>> = {
  menu: goodsKinds.menu,
  group: goodsKinds.group,
  material: materialKind,
  beverage: goodsKinds.beverage,
};

/**
 * The chosen menus with all that is below them, as the caller may see it in the tenant that is copied from; a menu that stands below
 * another chosen one belongs to its tree.
 */
export async function readTrees(source: RequestContext, menuIds: readonly string[]): Promise<SourceTree[]> {
  const menus = await readRecords(SERVED.menu, source);
  const parents = new Map(menus.map((menu) => [menu.id, parentOf(menu)]));
  const chosen = [...new Set(menuIds.map((id) => id.toLowerCase()))];
  if (!chosen.every((id) => parents.has(id))) raise('menu-copy.menu-gone');
  const roots = chosen.filter((id) => !isBelow(parents, id, new Set(chosen)));
  const beverages = await readRecords(SERVED.beverage, source);
  const groups = await byId(source, 'group', beverages.flatMap(groupsOf));
  const materials = await byId(source, 'material', beverages.flatMap(materialsOf));
  return roots.map((menuId) => {
    const own = menusFrom(menus, menuId);
    const inside = new Set(own.map(({ id }) => id));
    const drinks = beverages.filter((one) => inside.has(String(one.values['menuId']))).toSorted(bySort);
    return {
      menuId,
      menus: own,
      groups: parts(groups, drinks.flatMap(groupsOf)).toSorted(bySort),
      materials: parts(materials, drinks.flatMap(materialsOf)),
      beverages: drinks,
    };
  });
}

const parentOf = ({ values }: SourceRecord): string | null => (values['parentId'] as string | null) ?? null;
const bySort = (one: SourceRecord, other: SourceRecord): number =>
  Number(other.values['sort']) - Number(one.values['sort']) || (one.id < other.id ? -1 : 1);

export const groupsOf = ({ values }: SourceRecord): string[] =>
  (values['optionGroups'] as readonly { readonly groupId: string }[]).map(({ groupId }) => groupId);
export const materialsOf = ({ values }: SourceRecord): string[] =>
  (values['recipe'] as readonly { readonly materialId: string }[]).map(({ materialId }) => materialId);

function isBelow(parents: ReadonlyMap<string, string | null>, id: string, chosen: ReadonlySet<string>): boolean {
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) if (chosen.has(at)) return true;
  return false;
}

function menusFrom(menus: readonly SourceRecord[], rootId: string): SourceRecord[] {
  const found = menus.filter(({ id }) => id === rootId);
  for (const one of found) found.push(...menus.filter((menu) => parentOf(menu) === one.id).toSorted(bySort));
  return found;
}

async function byId(source: RequestContext, kind: CopiedKind, ids: readonly string[]) {
  const records = await readRecords(SERVED[kind], source, [...new Set(ids)]);
  return new Map(records.map((one) => [one.id, one]));
}

/** A drink without a part that its reader may not see would be another drink. */
const parts = (known: ReadonlyMap<string, SourceRecord>, ids: readonly string[]): SourceRecord[] =>
  [...new Set(ids)].map((id) => known.get(id) ?? raise('menu-copy.part-hidden'));
