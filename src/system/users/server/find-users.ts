import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { narrowedTo } from '#platform/data-rules/server/narrowed.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import type { SuperColumns } from '#platform/super-query/server/super-condition.ts';
import { pictureOf } from '#platform/viewer/rules/initials.ts';
import {
  type ChosenUser,
  type ChosenUsersRequest,
  type DepartmentUsersRequest,
  type UserPage,
  type UserPageRequest,
  userFilters,
} from '../contract/endpoints.ts';

const COLUMNS: SuperColumns<keyof typeof userFilters> = {
  username: sql.ref('u.username'),
  realname: sql.ref('u.realname'),
  workNo: sql.ref('u.work_no'),
  createTime: sql.ref('u.created_at'),
};
const SORT = {
  username: 'u.username',
  realname: 'u.realname',
  workNo: 'u.work_no',
  createTime: 'u.created_at',
} as const;
const MOST_CHOSEN = 200;

/**
 * Members in force of one tenant; people are global, so the tenant stands in the statement (security 3.8). What is the tenant's
 * is read in queries of its own, `m` and, with the departments that people belong to, `h`: people may lie elsewhere (decision 63).
 */
export function membersOf(db: PlatformDb, tenantId: string) {
  return db
    .with(
      (named) => named('m').materialized(),
      (of) =>
        of.selectFrom('membership').select('user_id').where('tenant_id', '=', Number(tenantId)).where('status', '=', 1),
    )
    .with(
      (named) => named('h').materialized(),
      (of) =>
        of
          .selectFrom('user_department as held')
          .innerJoin('department as d', (join) =>
            join.onRef('d.tenant_id', '=', 'held.tenant_id').onRef('d.id', '=', 'held.department_id'),
          )
          .select(['held.user_id', 'd.id', 'd.name', 'd.org_code'])
          .where('held.tenant_id', '=', Number(tenantId)),
    )
    .selectFrom('staff_user as u')
    .innerJoin('m', 'm.user_id', 'u.id')
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null);
}

/** Those of them that the data rules leave the caller: every list of people begins with it (settled 16). */
export function listedMembers({ actor, tenantId }: Pick<RequestContext, 'actor' | 'tenantId'>, db: PlatformDb) {
  const ruled = narrowedTo(actor, { permission: 'user:view', fields: userFilters, columns: COLUMNS });
  const members = membersOf(db, tenantId);
  return ruled ? members.where(ruled) : members;
}

/** The person's departments in that tenant, in words. */
const DEPARTMENTS = sql<string>`coalesce((
  select string_agg(h.name, ', ' order by h.org_code) from h where h.user_id = u.id), '')`;

const USER_COLUMNS = ['u.id', 'u.username', 'u.realname', 'u.avatar', 'u.work_no'] as const;

export async function findUsers(context: RequestContext, request: UserPageRequest): Promise<UserPage> {
  const { tenantId } = context;
  const asked = await filterConditions(context, request, userFilters, COLUMNS);
  return context.identity(async (db) => {
    let matching = listedMembers(context, db).where(asked);
    const { departId } = request;
    if (departId !== undefined) matching = matching.where(await worksBelow(db, tenantId, departId));
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(USER_COLUMNS)
      .select(DEPARTMENTS.as('departments'))
      .orderBy(SORT[request.column ?? 'realname'], request.order ?? 'asc')
      .orderBy('u.id')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    return toPage(rows.map(toUser), Number(total), request);
  });
}

const MOST_OF_DEPARTMENT = 1_000;

export function findDepartmentUsers(context: RequestContext, request: DepartmentUsersRequest): Promise<ChosenUser[]> {
  const { tenantId } = context;
  return context.identity(async (db) => {
    const rows = await listedMembers(context, db)
      .where(await worksBelow(db, tenantId, request.id))
      .where('u.realname', 'ilike', `%${likeText(request.realname ?? '')}%`)
      .select(USER_COLUMNS)
      .select(DEPARTMENTS.as('departments'))
      .orderBy('u.realname')
      .orderBy('u.id')
      .limit(MOST_OF_DEPARTMENT)
      .execute();
    return rows.map(toUser);
  });
}

/** A code of a department begins the codes of those below it (system-api.md 5.4). */
async function worksBelow(db: PlatformDb, tenantId: string, departId: string) {
  if (!isUuid(departId)) return sql<boolean>`false`;
  const above = await db
    .selectFrom('department')
    .select('org_code')
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', departId)
    .executeTakeFirst();
  if (!above) return sql<boolean>`false`;
  return sql<boolean>`exists (select from h where h.user_id = u.id and starts_with(h.org_code, ${above.org_code}))`;
}

/** The people of a stored choice; who is no member any more is left out. */
export function findChosenUsers(context: RequestContext, request: ChosenUsersRequest): Promise<ChosenUser[]> {
  const { tenantId } = context;
  const listed = (text: string | undefined) => (text ?? '').split(',').filter((one) => one !== '');
  const names = listed(request.username).slice(0, MOST_CHOSEN);
  const ids = listed(request.id).filter(isUuid).slice(0, MOST_CHOSEN);
  if (names.length + ids.length === 0) return Promise.resolve([]);
  return context.identity(async (db) => {
    const rows = await membersOf(db, tenantId)
      .select(USER_COLUMNS)
      .select(DEPARTMENTS.as('departments'))
      .where((is) =>
        is.or([
          ...(names.length > 0 ? [is('u.username', 'in', names)] : []),
          ...(ids.length > 0 ? [is('u.id', 'in', ids)] : []),
        ]),
      )
      .orderBy('u.realname')
      .orderBy('u.id')
      .execute();
    return rows.map(toUser);
  });
}

interface UserRow {
  id: string;
  username: string;
  realname: string;
  avatar: string;
  work_no: string;
  departments: string;
}

function toUser(row: UserRow): ChosenUser {
  const { id, username, realname } = row;
  return { id, username, realname, avatar: pictureOf(row), workNo: row.work_no, orgCodeTxt: row.departments };
}
