import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import type { PermissionEntry, PermissionNode } from '../contract/permission-entry.ts';

type Stored = Selectable<Tables['permission']>;
/** A row of the catalogue, with whether it has data rules. */
export type EntryRow = Stored & { readonly has_rules: unknown };

/** Inside a tenant too: the catalogue is read there, and written by the installation alone. */
export async function findEntries(db: Kysely<Tables>): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('permission')
    .selectAll('permission')
    .select((of) =>
      of
        .exists(of.selectFrom('permission_rule as u').select('u.id').whereRef('u.permission_id', '=', 'permission.id'))
        .as('has_rules'),
    )
    .execute();
  return rows.toSorted(bySort);
}

/** Entries of the menu first, then buttons. */
const bySort = (one: Stored, other: Stored): number =>
  Number(one.kind === 2) - Number(other.kind === 2) ||
  one.sort - other.sort ||
  (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);

export interface EntryWords {
  readonly language: Language;
  /** The clock of the reader's tenant. */
  readonly timeZone: string;
}

export const titleOf = (row: Pick<Stored, 'title_en' | 'title_zh'>, language: Language): string =>
  language === 'zh-CN' ? row.title_zh : row.title_en;

/** A row as it is answered, without what lies below it. */
export function toEntry(row: EntryRow, { language, timeZone }: EntryWords, isLeaf: boolean): PermissionEntry {
  const title = titleOf(row, language);
  return {
    id: row.id,
    parentId: row.parent_id ?? '',
    name: title,
    titleEn: row.title_en,
    titleZh: row.title_zh,
    perms: row.action ?? '',
    permsType: row.action_type === 2 ? '2' : '1',
    icon: row.icon ?? '',
    component: row.component,
    componentName: row.kind === 2 ? '' : row.name,
    url: row.external_url ?? row.path,
    redirect: row.redirect ?? '',
    // what an earlier release wrote may have none
    sortNo: Math.max(1, row.sort),
    menuType: row.kind as 0 | 1 | 2,
    route: row.builds_route,
    keepAlive: row.keep_alive,
    hidden: row.hidden,
    alwaysShow: row.always_show,
    internalOrExternal: row.internal_or_external,
    description: row.description,
    status: row.status === 1 ? '1' : '0',
    ruleFlag: row.has_rules ? 1 : 0,
    delFlag: 0,
    needs: row.needs ?? '',
    isDelivered: row.delivered !== null,
    isEdited: row.edited_at !== null && row.delivered !== null,
    rootOnly: row.root_only,
    version: row.version,
    createBy: row.created_by,
    createTime: wallClock(row.created_at, timeZone),
    updateBy: row.edited_by,
    updateTime: row.edited_at && wallClock(row.edited_at, timeZone),
    key: row.id,
    title,
    isLeaf,
    children: null,
  };
}

/** The rows below each, by the id of the parent; one whose parent is gone stands at the top. */
export function byParent(rows: readonly EntryRow[]): ReadonlyMap<string, readonly EntryRow[]> {
  const known = new Set(rows.map(({ id }) => id));
  return Map.groupBy(rows, ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : ''));
}

export function entryTree(rows: readonly EntryRow[], words: EntryWords): PermissionEntry[] {
  const below = byParent(rows);
  const grow = (parent: string): PermissionEntry[] =>
    (below.get(parent) ?? []).map((row) => {
      const children = grow(row.id);
      return { ...toEntry(row, words, children.length === 0), children: children.length > 0 ? children : null };
    });
  return grow('');
}

/** The tree in which rights are chosen; `mayGive` says which of them the reader can hand on. */
export function nodeTree(
  rows: readonly EntryRow[],
  language: Language,
  mayGive: (row: EntryRow) => boolean,
): PermissionNode[] {
  const below = byParent(rows);
  const grow = (parent: string): PermissionNode[] =>
    (below.get(parent) ?? []).map((row) => {
      const title = titleOf(row, language);
      const children = grow(row.id);
      return {
        ...{ key: row.id, value: row.id, title, label: title, slotTitle: title },
        scopedSlots: { title: 'hasDatarule' },
        isLeaf: children.length === 0,
        icon: row.icon ?? '',
        parentId: row.parent_id ?? '',
        ruleFlag: row.has_rules ? 1 : 0,
        menuType: row.kind as 0 | 1 | 2,
        perms: row.kind === 2 ? (row.action ?? '') : '',
        disableCheckbox: !mayGive(row),
        children,
      };
    });
  return grow('');
}

export type EntryValues = Omit<Insertable<Tables['permission']>, 'id' | 'name'>;
