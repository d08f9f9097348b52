import { type Expression, type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { pictureOf } from '#platform/viewer/rules/initials.ts';
import type { DepartmentPerson, PeoplePage, PeopleRequest } from '../contract/endpoints.ts';
import { ledDepartment } from './department-people.ts';
import { managedCodes } from './department-store.ts';

const SEE_PEOPLE = 'user:view';

interface Links {
  /** Those of the departments that were asked for. */
  readonly here: ReadonlySet<string>;
  readonly below: readonly string[];
  readonly managers: ReadonlySet<string>;
}

/** People of a department and of those below it, or of all that the caller manages (system-api.md 5.1). */
export async function findPeople(context: RequestContext, request: PeopleRequest): Promise<PeoplePage> {
  const { depId } = request;
  const links = await context.read(async (db) => {
    if (depId === undefined) return linksOf(db, await managedCodes(db, context.actor.id));
    return linksOf(db, [(await ledDepartment(context, db, depId, SEE_PEOPLE)).orgCode]);
  });
  return readPeople(context, links, links.below, request);
}

/** People of one department alone. */
export async function findUsersOf(
  context: RequestContext,
  { id }: { readonly id: string },
): Promise<DepartmentPerson[]> {
  const links = await context.read(async (db) =>
    linksOf(db, [(await ledDepartment(context, db, id, SEE_PEOPLE)).orgCode]),
  );
  const all = { pageNo: 1, pageSize: 1_000 };
  return (await readPeople(context, links, [...links.here], all)).records;
}

async function linksOf(db: TenantDb, codes: readonly string[]): Promise<Links> {
  if (codes.length === 0) return { here: new Set(), below: [], managers: new Set() };
  const isBelow = (column: Expression<string>): Expression<SqlBool> =>
    sql<SqlBool>`${column} like any(${codes.map((code) => `${code}%`)})`;
  const rows = await db
    .selectFrom('user_department as u')
    .innerJoin('department as d', 'd.id', 'u.department_id')
    .select(['u.user_id', 'd.org_code'])
    .where(isBelow(sql.ref('d.org_code')))
    .execute();
  const managers = await db
    .selectFrom('department_manager as m')
    .innerJoin('department as d', 'd.id', 'm.department_id')
    .select('m.user_id')
    .where('d.org_code', 'in', [...codes])
    .execute();
  return {
    here: new Set(rows.filter(({ org_code }) => codes.includes(org_code)).map(({ user_id }) => user_id)),
    below: [...new Set(rows.map(({ user_id }) => user_id))],
    managers: new Set(managers.map(({ user_id }) => user_id)),
  };
}

/** People are global, so the tenant stands in the statement (security 3.8); of them only members in force are shown. */
async function readPeople(
  context: RequestContext,
  links: Links,
  ids: readonly string[],
  request: { readonly pageNo: number; readonly pageSize: number; readonly username?: string | undefined },
): Promise<PeoplePage> {
  if (ids.length === 0) return toPage([], 0, request);
  const words = `%${likeText(request.username ?? '')}%`;
  const found = await context.identity(async (db) => {
    const matching = db
      .selectFrom('staff_user as u')
      .innerJoin('membership as m', 'm.user_id', 'u.id')
      .where('m.tenant_id', '=', Number(context.tenantId))
      .where('m.status', '=', 1)
      .where('u.status', '=', 1)
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`u.id = any(${ids}::uuid[])`)
      .where((is) => is.or([is('u.username', 'ilike', words), is('u.realname', 'ilike', words)]));
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(['u.id', 'u.username', 'u.realname', 'u.avatar', 'u.work_no'])
      .orderBy('u.realname')
      .orderBy('u.id')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    return { total: Number(total), rows };
  });
  const names = await context.read((db) =>
    departmentNames(
      db,
      found.rows.map(({ id }) => id),
    ),
  );
  const records = found.rows.map(({ id, username, realname, avatar, work_no }) => ({
    ...{
      id,
      username,
      realname,
      avatar: pictureOf({ avatar, realname }),
      workNo: work_no,
      orgCodeTxt: (names.get(id) ?? []).join(', '),
    },
    ...{ isHere: links.here.has(id), isManager: links.managers.has(id) },
  }));
  return toPage(records, found.total, request);
}

async function departmentNames(db: TenantDb, userIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_department as u')
    .innerJoin('department as d', 'd.id', 'u.department_id')
    .select(['u.user_id', 'd.name'])
    .where('u.user_id', 'in', [...userIds])
    .orderBy('d.org_code')
    .execute();
  const names = new Map<string, string[]>();
  for (const { user_id, name } of rows) names.set(user_id, [...(names.get(user_id) ?? []), name]);
  return names;
}
