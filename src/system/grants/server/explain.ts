import { sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type EntryRow, findEntries, titleOf } from '#system/menu/server/index.ts';
import type { HeldRight, Holder, RightsOfPerson, Through } from '../contract/endpoints.ts';
import { listOf } from '../rules/giving.ts';

const MOST_HOLDERS = 200;
const MOST_NAMES = 5;
const BUTTON = 2;

interface HoldingRow {
  readonly user_id: string;
  readonly permission_id: string;
  readonly rule_ids: string[];
  readonly kind: 'role' | 'departmentRole';
  readonly id: string;
  readonly name: string;
  readonly name_zh: string;
  readonly depart_name: string;
}

interface Asked {
  readonly tenantId: string;
  readonly userId?: string;
  readonly permissionIds?: readonly string[];
}

/** Who holds what through which role, in one tenant: of one person, or of some rights. */
async function findHoldings(db: PlatformDb, { tenantId, userId, permissionIds }: Asked): Promise<HoldingRow[]> {
  const ofPerson = userId === undefined ? sql`true` : sql`h.user_id = ${userId}::uuid`;
  const ofRights = permissionIds === undefined ? sql`true` : sql`g.permission_id = any(${permissionIds}::uuid[])`;
  const { rows } = await sql<HoldingRow>`
    select h.user_id, g.permission_id, g.rule_ids, 'role' as kind, r.id, r.role_name as name, r.role_name_zh as name_zh, '' as depart_name
      from user_role h
      join role r on r.tenant_id = h.tenant_id and r.id = h.role_id
      join role_permission g on g.tenant_id = h.tenant_id and g.role_id = h.role_id
     where h.tenant_id = ${Number(tenantId)} and ${ofPerson} and ${ofRights}
    union all
    select h.user_id, g.permission_id, g.rule_ids, 'departmentRole' as kind, r.id, r.role_name as name, '' as name_zh, d.name as depart_name
      from department_role_user h
      join department_role r on r.tenant_id = h.tenant_id and r.id = h.role_id
      join user_department b on b.tenant_id = h.tenant_id and b.department_id = r.depart_id and b.user_id = h.user_id
      join department d on d.tenant_id = r.tenant_id and d.id = r.depart_id
      join department_role_permission g on g.tenant_id = h.tenant_id and g.role_id = h.role_id
     where h.tenant_id = ${Number(tenantId)} and ${ofPerson} and ${ofRights}
     order by 4 desc, 6, 5`.execute(db);
  return rows;
}

const throughIn =
  (language: Language) =>
  ({ kind, id, name, name_zh, depart_name }: HoldingRow): Through => ({
    ...{ kind, id, name: localName(language, name, name_zh) },
    departName: depart_name,
  });

/** A member in force of the tenant; somebody of another one is as unknown as nobody. */
async function findMember(db: PlatformDb, tenantId: string, userId: string) {
  if (!isUuid(userId)) return undefined;
  return db
    .selectFrom('staff_user as u')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.tenant_id', '=', Number(tenantId)).on('m.status', '=', 1),
    )
    .select(['u.id', 'u.is_root'])
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .where((is) => is.or([is('m.user_id', 'is not', null), is('u.is_root', '=', true)]))
    .executeTakeFirst();
}

/** What a person can do in the selected tenant, and through what; of root there is nothing to list. */
export function rightsOfPerson(context: RequestContext, userId: string): Promise<RightsOfPerson> {
  const { tenantId, language } = context;
  return context.identity(async (db) => {
    const person = (await findMember(db, tenantId, userId)) ?? raise('user.not-found');
    if (person.is_root) return { isRoot: true, rights: [] };
    const rows = await findEntries(db);
    const holdings = await findHoldings(db, { tenantId, userId });
    const narrowing = await findRuleNames(db, tenantId, userId, holdings, rows);
    const titles = new Map(rows.map((row) => [row.id, titleOf(row, language)]));
    const rights = rows.flatMap((row): HeldRight[] => {
      const through = holdings.filter(({ permission_id }) => permission_id === row.id).map(throughIn(language));
      if (row.kind !== BUTTON || row.status !== 1 || row.action === null || through.length === 0) return [];
      return [
        {
          permissionId: row.id,
          action: row.action,
          name: titleOf(row, language),
          pageName: titles.get(row.parent_id ?? '') ?? '',
          rules: narrowing.get(row.action) ?? [],
          through,
        },
      ];
    });
    return { isRoot: false, rights };
  });
}

/** Names of the data rules that hold for a person, by the right that they narrow. */
async function findRuleNames(
  db: PlatformDb,
  tenantId: string,
  userId: string,
  holdings: readonly HoldingRow[],
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<string, string[]>> {
  const ofDepartments = await db
    .selectFrom('user_department as h')
    .innerJoin('department_permission as g', (join) =>
      join.onRef('g.tenant_id', '=', 'h.tenant_id').onRef('g.department_id', '=', 'h.department_id'),
    )
    .select('g.rule_ids')
    .where('h.tenant_id', '=', Number(tenantId))
    .where('h.user_id', '=', userId)
    .execute();
  const ids = [...new Set([...holdings, ...ofDepartments].flatMap(({ rule_ids }) => rule_ids))];
  if (ids.length === 0) return new Map();
  const rules = await db
    .selectFrom('permission_rule')
    .select(['name', 'permission_id'])
    .where('id', 'in', ids)
    .where('status', '=', 1)
    .orderBy('name')
    .execute();
  const lists = new Map(rows.map((row) => [row.id, listOf(row) ?? '']));
  const named = Map.groupBy(rules, ({ permission_id }) => lists.get(permission_id) ?? '');
  return new Map([...named].map(([list, of]) => [list, of.map(({ name }) => name)]));
}

/** Who can do it in the selected tenant: people in force, each with all that gives it. */
export function holdersOf(
  context: RequestContext,
  permissionId: string,
): Promise<{ total: number; holders: Holder[] }> {
  const { tenantId, language } = context;
  return context.identity(async (db) => {
    if (!isUuid(permissionId)) raise('grants.unknown-permission');
    const row = await db.selectFrom('permission').select('id').where('id', '=', permissionId).executeTakeFirst();
    if (!row) raise('grants.unknown-permission');
    const holdings = await findHoldings(db, { tenantId, permissionIds: [permissionId] });
    const people = await findPeople(db, tenantId, [...new Set(holdings.map(({ user_id }) => user_id))]);
    return {
      total: people.length,
      holders: people.slice(0, MOST_HOLDERS).map((person) => ({
        ...person,
        through: holdings.filter(({ user_id }) => user_id === person.id).map(throughIn(language)),
      })),
    };
  });
}

async function findPeople(db: PlatformDb, tenantId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('staff_user as u')
    .innerJoin('membership as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.username', 'u.realname'])
    .where('m.tenant_id', '=', Number(tenantId))
    .where('m.status', '=', 1)
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null)
    .where('u.id', 'in', [...ids])
    .orderBy('u.realname')
    .orderBy('u.id')
    .execute();
}

/** Rights whose holders can give others roles. */
const GIVES = ['role:grant', 'role:assign'];

/** About the caller himself: through what he can do it, or which roles would let him and who can give them. */
export function explainRight(context: RequestContext, action: string) {
  const { actor, tenantId, language } = context;
  return context.identity(async (db) => {
    const rows = await findEntries(db);
    const row = rows.find((one) => one.kind === BUTTON && one.action === action);
    const name = row ? titleOf(row, language) : action;
    const held = can(actor, action);
    if (actor.isRoot) {
      const through: Through[] = [{ kind: 'root', id: '', name: '', departName: '' }];
      return { action, name, held, through, roles: [], givers: [] };
    }
    if (!row || row.root_only) return { action, name, held, through: [], roles: [], givers: [] };
    if (held) {
      const own = await findHoldings(db, { tenantId, userId: actor.id, permissionIds: [row.id] });
      return { action, name, held, through: own.map(throughIn(language)), roles: [], givers: [] };
    }
    return { action, name, held, through: [], ...(await findGivers(db, context, row.id, rows)) };
  });
}

/** Roles that give a right, and people who hold it themselves and may give roles. */
async function findGivers(
  db: PlatformDb,
  { tenantId, language }: Pick<RequestContext, 'tenantId' | 'language'>,
  permissionId: string,
  rows: readonly EntryRow[],
) {
  const roles = await db
    .selectFrom('role as r')
    .innerJoin('role_permission as g', (join) =>
      join.onRef('g.tenant_id', '=', 'r.tenant_id').onRef('g.role_id', '=', 'r.id'),
    )
    .select(['r.role_name', 'r.role_name_zh'])
    .where('r.tenant_id', '=', Number(tenantId))
    .where('g.permission_id', '=', permissionId)
    .orderBy('r.role_name')
    .limit(MOST_NAMES)
    .execute();
  const giving = rows.filter((row) => GIVES.includes(row.action ?? '')).map(({ id }) => id);
  const holdings = await findHoldings(db, { tenantId, permissionIds: [permissionId, ...giving] });
  const holds = (of: (id: string) => boolean) =>
    new Set(holdings.flatMap(({ user_id, permission_id }) => (of(permission_id) ? [user_id] : [])));
  const able = holds((id) => id === permissionId);
  const givers = [...holds((id) => giving.includes(id))].filter((id) => able.has(id));
  const people = await findPeople(db, tenantId, givers);
  return {
    roles: roles.map((role) => localName(language, role.role_name, role.role_name_zh)),
    givers: people.slice(0, MOST_NAMES).map(({ realname }) => realname),
  };
}
