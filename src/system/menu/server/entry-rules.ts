import { type Kysely, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { RULE_CONDITIONS, RuledList } from '#platform/data-rules/contract/data-rule.ts';
import { conditionsOf, isReadableRule } from '#platform/data-rules/rules/read-data-rule.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { everybodysRightsChanged } from '#system/access/server/index.ts';
import type { AddRuleRequest, EditRuleRequest, PermissionRule, RuleFields } from '../contract/rule.ts';
import type { EntryRow } from './entry-rows.ts';
import { recordMenuAct } from './menu-audit.ts';
import { mustBeRoot, wordsOf } from './read-entries.ts';

/** Every list whose rows rules can narrow, by the right that opens it: kinds of record, and what slices declare beside. */
export function ruledLists(slices: readonly ServerSlice[]): ReadonlyMap<string, RuledList> {
  const lists = slices.flatMap(({ kinds = [], ruledLists: own = [] }) => [
    // what shares the rights of another kind is no list of its own right
    ...kinds
      .filter(({ sharesRights }) => !sharesRights)
      .map((kind) => ({
        permission: kind.permission('view'),
        fields: kind.superFields,
        namespace: kind.namespace,
      })),
    ...own,
  ]);
  return new Map(lists.map((list) => [list.permission, list]));
}

type Lists = ReadonlyMap<string, RuledList>;

async function findEntry(db: PlatformDb, id: string): Promise<Pick<EntryRow, 'kind' | 'action' | 'needs'>> {
  const row = isUuid(id)
    ? await db.selectFrom('permission').select(['kind', 'action', 'needs']).where('id', '=', id).executeTakeFirst()
    : undefined;
  return row ?? raise('permission.not-found');
}

async function listOfEntry(db: PlatformDb, lists: Lists, permissionId: string): Promise<RuledList | undefined> {
  const row = await findEntry(db, permissionId);
  return lists.get((row.kind === 2 ? row.action : row.needs) ?? '');
}

export async function ruleFieldsOf(context: RequestContext, lists: Lists, permissionId: string): Promise<RuleFields> {
  mustBeRoot(context, 'permission:view');
  const list = await context.identity((db) => listOfEntry(db, lists, permissionId));
  if (!list) return { list: null, fields: [] };
  const word = (name: string) =>
    sliceText(list.namespace, context.language, `field.${name}`) ??
    sliceText('records', context.language, `field.${name === 'createTime' ? 'createdAt' : name}`) ??
    name;
  return {
    list: list.permission,
    fields: Object.entries(list.fields).map(([name, field]) => ({
      name,
      label: word(name),
      kind: field.kind,
      conditions: conditionsOf(field),
      values: 'values' in field ? field.values.map(String) : [],
      dictionary: 'dictionary' in field ? field.dictionary : '',
    })),
  };
}

export async function findRules(
  context: RequestContext,
  asked: {
    readonly permissionId: string;
    readonly ruleName?: string | undefined;
    readonly ruleValue?: string | undefined;
  },
): Promise<PermissionRule[]> {
  mustBeRoot(context, 'permission:view');
  const { timeZone } = await wordsOf(context);
  return context.identity(async (db) => {
    await findEntry(db, asked.permissionId);
    return rulesOf(db, timeZone, asked);
  });
}

/** The rules of an entry, in the order of their names; for those who give them too. */
export async function rulesOf(
  db: Kysely<Tables>,
  timeZone: string,
  asked: {
    readonly permissionId: string;
    readonly ruleName?: string | undefined;
    readonly ruleValue?: string | undefined;
  },
): Promise<PermissionRule[]> {
  if (!isUuid(asked.permissionId)) return [];
  let query = db.selectFrom('permission_rule').selectAll().where('permission_id', '=', asked.permissionId);
  if (asked.ruleName) query = query.where('name', 'ilike', `%${likeText(asked.ruleName)}%`);
  if (asked.ruleValue) query = query.where('value', 'ilike', `%${likeText(asked.ruleValue)}%`);
  const rows = await query.orderBy('name').orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    permissionId: row.permission_id,
    ruleName: row.name,
    ruleColumn: row.field,
    ruleConditions: row.condition,
    ruleValue: row.value,
    status: row.status === 1 ? '1' : '0',
    createBy: row.created_by,
    createTime: wallClock(row.created_at, timeZone),
    updateBy: row.updated_by,
    updateTime: row.updated_at && wallClock(row.updated_at, timeZone),
  }));
}

/** Names the field or the value that does not fit the list. */
async function mustFit(db: PlatformDb, lists: Lists, permissionId: string, rule: Omit<AddRuleRequest, 'permissionId'>) {
  const list = (await listOfEntry(db, lists, permissionId)) ?? raise('permission.no-list');
  const field = Object.hasOwn(list.fields, rule.ruleColumn) ? list.fields[rule.ruleColumn] : undefined;
  const fault = (path: string, code: string, params = {}) =>
    raise('request.malformed', {}, { faults: [{ path, code, params }] });
  if (!field) return fault('ruleColumn', 'fault.unknown-field');
  const fitting = conditionsOf(field);
  if (!fitting.includes(rule.ruleConditions))
    return fault('ruleConditions', 'fault.value', { values: fitting.join(', ') });
  const read = { field: rule.ruleColumn, condition: rule.ruleConditions, value: rule.ruleValue };
  if (!isReadableRule(read, field)) fault('ruleValue', 'fault.format');
}

const columnsOf = (rule: Omit<AddRuleRequest, 'permissionId'>) => ({
  name: rule.ruleName,
  field: rule.ruleColumn,
  condition: rule.ruleConditions satisfies keyof typeof RULE_CONDITIONS,
  value: rule.ruleValue,
});

export async function addRule(context: RequestContext, lists: Lists, request: AddRuleRequest): Promise<PermissionRule> {
  mustBeRoot(context, 'permission:add');
  const { timeZone } = await wordsOf(context);
  return context.identity(async (db) => {
    await mustFit(db, lists, request.permissionId, request);
    const id = newId();
    await db
      .insertInto('permission_rule')
      .values({
        id,
        permission_id: request.permissionId,
        ...columnsOf(request),
        status: Number(request.status ?? 1),
        created_at: context.now(),
        created_by: context.actor.name,
      })
      .execute();
    await recordMenuAct(db, context, {
      action: 'permission:add',
      objectId: request.permissionId,
      after: { rule: request },
    });
    return oneRule(db, timeZone, request.permissionId, id);
  });
}

export async function editRule(
  context: RequestContext,
  lists: Lists,
  request: EditRuleRequest,
): Promise<PermissionRule> {
  mustBeRoot(context, 'permission:edit');
  const { timeZone } = await wordsOf(context);
  return context.identity(async (db) => {
    const before = await findRule(db, request.id);
    if (request.permissionId !== undefined && request.permissionId !== before.permission_id)
      raise('permission.rule-not-found');
    await mustFit(db, lists, before.permission_id, request);
    await db
      .updateTable('permission_rule')
      .set({
        ...columnsOf(request),
        status: Number(request.status ?? before.status),
        updated_at: context.now(),
        updated_by: context.actor.name,
      })
      .where('id', '=', before.id)
      .execute();
    await everybodysRightsChanged(db);
    await recordMenuAct(db, context, {
      action: 'permission:edit',
      objectId: before.permission_id,
      before: { rule: columnsOfRow(before) },
      after: { rule: request },
    });
    return oneRule(db, timeZone, before.permission_id, before.id);
  });
}

/** Who was narrowed by it alone sees all of the list then; its grants go with it. */
export async function removeRule(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  mustBeRoot(context, 'permission:delete');
  return context.identity(async (db) => {
    const before = await findRule(db, id);
    const without = { rule_ids: sql<string[]>`array_remove(rule_ids, ${id}::uuid)` };
    const has = sql<boolean>`${id}::uuid = any(rule_ids)`;
    await db.updateTable('role_permission').set(without).where(has).execute();
    await db.updateTable('department_permission').set(without).where(has).execute();
    await db.updateTable('department_role_permission').set(without).where(has).execute();
    await db.deleteFrom('permission_rule').where('id', '=', id).execute();
    await everybodysRightsChanged(db);
    await recordMenuAct(db, context, {
      action: 'permission:delete',
      objectId: before.permission_id,
      before: { rule: columnsOfRow(before) },
    });
    return null;
  });
}

const findRule = async (db: PlatformDb, id: string) =>
  (isUuid(id)
    ? await db.selectFrom('permission_rule').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined) ?? raise('permission.rule-not-found');

const columnsOfRow = ({ name, field, condition, value, status }: Awaited<ReturnType<typeof findRule>>) => ({
  ...{ name, field, condition, value, status },
});

async function oneRule(db: PlatformDb, timeZone: string, permissionId: string, id: string): Promise<PermissionRule> {
  const rules = await rulesOf(db, timeZone, { permissionId });
  return rules.find((rule) => rule.id === id) ?? raise('permission.rule-not-found');
}
