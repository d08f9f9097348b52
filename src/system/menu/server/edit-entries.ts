import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import {
  type AddEntryRequest,
  type EditEntryRequest,
  MenuType,
  type PermissionEntry,
} from '../contract/permission-entry.ts';
import { entryFaults, idOfPath, isExternal, nameOfPath, normalComponent, normalUrl } from '../rules/entry-form.ts';
import { byParent, type EntryRow, type EntryValues, findEntries, toEntry } from './entry-rows.ts';
import { recordMenuAct } from './menu-audit.ts';
import { mustBeRoot, wordsOf } from './read-entries.ts';

type Written = Omit<AddEntryRequest, 'version'>;

export async function addEntry(context: RequestContext, request: AddEntryRequest): Promise<PermissionEntry> {
  mustBeRoot(context, 'permission:add');
  const words = await wordsOf(context);
  return context.identity(async (db) => {
    const rows = await findEntries(db);
    const values = valuesOf(context, request, undefined);
    check(rows, values, undefined);
    const id = newId();
    const name = freeName(rows, values, request.componentName);
    await db
      .insertInto('permission')
      .values({ id, name, ...values, created_at: context.now(), created_by: context.actor.name })
      .execute();
    await recordMenuAct(db, context, { action: 'permission:add', objectId: id, after: auditOf(values) });
    await everybodysRightsChanged(db);
    return answer(db, id, words);
  });
}

/** Keeps what is left out; what the program delivers keeps its id, by which the program knows it. */
export async function editEntry(context: RequestContext, request: EditEntryRequest): Promise<PermissionEntry> {
  mustBeRoot(context, 'permission:edit');
  const words = await wordsOf(context);
  return context.identity(async (db) => {
    const rows = await findEntries(db);
    const before = rows.find(({ id }) => id === request.id) ?? raise('permission.not-found');
    if (request.version !== undefined && request.version !== before.version) raise('permission.changed-meanwhile');
    const values = valuesOf(context, request, before);
    check(rows, values, before);
    await db
      .updateTable('permission')
      .set({ ...values, ...editedBy(context, before) })
      .where('id', '=', before.id)
      .execute();
    await recordMenuAct(db, context, {
      action: 'permission:edit',
      objectId: before.id,
      before: auditOf(before),
      after: auditOf(values),
    });
    await everybodysRightsChanged(db);
    return answer(db, before.id, words);
  });
}

const editedBy = (context: RequestContext, before: Pick<EntryRow, 'version'>) => ({
  edited_at: context.now(),
  edited_by: context.actor.name,
  version: before.version + 1,
});

async function answer(
  db: PlatformDb,
  id: string,
  words: Awaited<ReturnType<typeof wordsOf>>,
): Promise<PermissionEntry> {
  const rows = await findEntries(db);
  const row = rows.find((one) => one.id === id) ?? raise('permission.not-found');
  return toEntry(row, words, !byParent(rows).has(id));
}

/** What a row is after it was written, by the kind that it has then. */
function valuesOf({ language }: RequestContext, given: Written, before: EntryRow | undefined): EntryValues {
  const kind = given.menuType ?? (before?.kind as MenuType | undefined) ?? MenuType.firstLevel;
  const isButton = kind === MenuType.button;
  const isZh = language === 'zh-CN';
  const titleEn =
    given.titleEn ?? (isZh ? undefined : given.name) ?? before?.title_en ?? given.name ?? given.titleZh ?? '';
  const titleZh = given.titleZh ?? (isZh ? given.name : undefined) ?? before?.title_zh ?? given.name ?? titleEn;
  const url = isButton ? '' : normalUrl(given.url ?? before?.external_url ?? before?.path ?? '');
  const perms = given.perms ?? before?.action ?? (isButton ? '' : idOfPath(url));
  const parentId = given.parentId ?? before?.parent_id ?? '';
  return {
    kind,
    parent_id: kind === MenuType.firstLevel || parentId === '' ? null : parentId,
    title_en: titleEn,
    title_zh: titleZh,
    action: perms === '' ? null : perms,
    action_type: Number(given.permsType ?? before?.action_type ?? 1),
    icon: emptyAsNull(given.icon ?? before?.icon),
    component: isButton ? '' : normalComponent(given.component ?? before?.component ?? '', kind),
    path: isExternal(url) ? `/${nameOfPath(url)}` : url,
    external_url: isExternal(url) ? url : null,
    redirect: isButton ? null : emptyAsNull(given.redirect ?? before?.redirect),
    sort: given.sortNo ?? before?.sort ?? 1,
    builds_route: given.route ?? before?.builds_route ?? true,
    keep_alive: given.keepAlive ?? before?.keep_alive ?? false,
    hidden: given.hidden ?? before?.hidden ?? false,
    always_show: given.alwaysShow ?? before?.always_show ?? false,
    internal_or_external: given.internalOrExternal ?? before?.internal_or_external ?? false,
    description: given.description ?? before?.description ?? '',
    status: Number(given.status ?? before?.status ?? 1),
  };
}

const emptyAsNull = (text: string | null | undefined): string | null => (text ? text : null);

function check(rows: readonly EntryRow[], values: EntryValues, before: EntryRow | undefined): void {
  const faults = entryFaults({
    menuType: values.kind,
    parentId: values.parent_id ?? '',
    titleEn: values.title_en,
    titleZh: values.title_zh,
    url: values.external_url ?? values.path ?? '',
    component: values.component ?? '',
    perms: values.action ?? '',
  });
  if (faults.length > 0)
    raise('request.malformed', {}, { faults: faults.map(([path, code]) => ({ path, code, params: {} })) });
  const isDeliveredId = before?.delivered && before.kind === MenuType.button;
  if (isDeliveredId && (values.action !== before.action || values.kind !== before.kind))
    raiseAt('perms', 'permission.delivered-id');
  const holder = values.action !== null && rows.find(({ action }) => action === values.action);
  if (holder && holder.id !== before?.id) raiseAt('perms', 'permission.taken');
  checkPlace(rows, values.parent_id ?? null, before);
}

/** Below an entry of the menu, and not below itself. */
function checkPlace(rows: readonly EntryRow[], parentId: string | null, before: EntryRow | undefined): void {
  const fault = (code: string) => raise(code, {}, { faults: [{ path: 'parentId', code }] });
  const parents = new Map(rows.map((row) => [row.id, row]));
  for (let at = parentId; at !== null; at = parents.get(at)?.parent_id ?? null) {
    const parent = parents.get(at);
    if (!parent || parent.kind === MenuType.button) fault('permission.parent-unknown');
    if (at === before?.id) fault('permission.below-itself');
  }
}

/** The name of a row that people add: that of its component, its path or its id, and a number where it is taken. */
function freeName(rows: readonly EntryRow[], values: EntryValues, asked: string | undefined): string {
  const wanted = asked || (values.kind === MenuType.button ? values.action : nameOfPath(values.path ?? '')) || 'entry';
  const taken = new Set(rows.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** What the record of edits keeps. */
const auditOf = (row: Omit<EntryValues, 'delivered'>) => ({
  ...{ parentId: row.parent_id, titleEn: row.title_en, titleZh: row.title_zh, perms: row.action, url: row.path },
  ...{ component: row.component, icon: row.icon, sortNo: row.sort, status: row.status, hidden: row.hidden },
});

/** Puts all entries below one parent in order; each keeps a place of theirs, so that others fit between where they did. */
export async function sortEntries(
  context: RequestContext,
  { ids }: { readonly ids: readonly string[] },
): Promise<null> {
  mustBeRoot(context, 'permission:edit');
  return context.identity(async (db) => {
    const rows = await findEntries(db);
    const found = ids.map((id) => rows.find((row) => row.id === id));
    const parents = new Set(found.map((row) => row?.parent_id));
    if (found.includes(undefined) || parents.size > 1 || new Set(ids).size < ids.length)
      raise('permission.order-unknown');
    const siblings = found.flatMap((row) => row ?? []);
    const places = siblings.map(({ sort }) => sort).toSorted((one, other) => one - other);
    const areApart = places.every((place, at) => place > (places[at - 1] ?? 0));
    for (const [at, row] of siblings.entries()) {
      const sort = areApart ? (places[at] ?? at + 1) : (at + 1) * 10;
      if (sort === row.sort) continue;
      await db
        .updateTable('permission')
        .set({ sort, ...editedBy(context, row) })
        .where('id', '=', row.id)
        .execute();
    }
    await recordMenuAct(db, context, { action: 'permission:edit', objectId: ids[0] ?? '', after: { order: ids } });
    await everybodysRightsChanged(db);
    return null;
  });
}

/** What the program delivers, and in force; a row that people added has nothing to go back to. */
export async function resetEntry(context: RequestContext, { id }: { readonly id: string }): Promise<PermissionEntry> {
  mustBeRoot(context, 'permission:edit');
  const words = await wordsOf(context);
  return context.identity(async (db) => {
    const rows = await findEntries(db);
    const before = rows.find((row) => row.id === id) ?? raise('permission.not-found');
    const delivered = (before.delivered ?? raise('permission.not-delivered')) as unknown as EntryValues;
    await db
      .updateTable('permission')
      .set({
        ...delivered,
        ...{ status: 1, action: before.kind === MenuType.button ? before.action : null, external_url: null },
        ...{ builds_route: true, keep_alive: true, always_show: false, internal_or_external: false, description: '' },
        ...{ edited_at: null, edited_by: null, version: before.version + 1 },
      })
      .where('id', '=', id)
      .execute();
    await recordMenuAct(db, context, {
      action: 'permission:edit',
      objectId: id,
      before: auditOf(before),
      after: delivered,
    });
    await everybodysRightsChanged(db);
    return answer(db, id, words);
  });
}

/** Each with all below it, their rules and grants, all or none (security 5.5, 5.6); names are free for others then. */
export async function removeEntries(context: RequestContext, asked: readonly string[]): Promise<null> {
  mustBeRoot(context, 'permission:delete');
  if (asked.length === 0 || !asked.every(isUuid)) raise('permission.not-found');
  return context.identity(async (db) => {
    const rows = await findEntries(db);
    const below = byParent(rows);
    const withBelow = (id: string): string[] => [id, ...(below.get(id) ?? []).flatMap((row) => withBelow(row.id))];
    const gone = rows.filter(({ id }) => new Set(asked.flatMap(withBelow)).has(id));
    if (!asked.every((id) => gone.some((row) => row.id === id))) raise('permission.not-found');
    const delivered = gone.find((row) => row.delivered !== null);
    // the next start would bring it back, and with it what roles are given at first
    if (delivered)
      raise('permission.delivered', { name: context.language === 'zh-CN' ? delivered.title_zh : delivered.title_en });
    const ids = gone.map(({ id }) => id);
    await db.deleteFrom('role_permission').where('permission_id', 'in', ids).execute();
    await db.deleteFrom('department_permission').where('permission_id', 'in', ids).execute();
    await db.deleteFrom('department_role_permission').where('permission_id', 'in', ids).execute();
    await db.deleteFrom('permission').where('id', 'in', ids).execute();
    for (const row of gone)
      await recordMenuAct(db, context, { action: 'permission:delete', objectId: row.id, before: auditOf(row) });
    await everybodysRightsChanged(db);
    return null;
  });
}
