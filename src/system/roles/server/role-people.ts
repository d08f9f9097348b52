import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { pictureOf } from '#platform/viewer/rules/initials.ts';
import { refuseAdministrator, rightsChanged } from '#system/access/server/index.ts';
import { mustHoldAllOf } from '#system/grants/server/index.ts';
import type { RolePeoplePage, RolePeopleRequest } from '../contract/endpoints.ts';
import { roles } from '../contract/roles.ts';

/** Members in force of the tenant who have the role. */
export async function pagePeople(context: RequestContext, request: RolePeopleRequest): Promise<RolePeoplePage> {
  const { pageNo, pageSize, roleId } = request;
  const tenant_id = Number(context.tenantId);
  if (!isUuid(roleId)) return toPage([], 0, request);
  return context.identity(async (db) => {
    let matching = db
      .selectFrom('staff_user as u')
      .innerJoin('membership as m', 'm.user_id', 'u.id')
      .innerJoin('user_role as h', (join) =>
        join.onRef('h.tenant_id', '=', 'm.tenant_id').onRef('h.user_id', '=', 'u.id'),
      )
      .where('m.tenant_id', '=', tenant_id)
      .where('m.status', '=', 1)
      .where('u.deleted_at', 'is', null)
      .where('h.role_id', '=', roleId);
    if (request.username) matching = matching.where('u.username', 'ilike', `%${likeText(request.username)}%`);
    if (request.keyword) {
      const part = `%${likeText(request.keyword)}%`;
      matching = matching.where((is) => is.or([is('u.username', 'ilike', part), is('u.realname', 'ilike', part)]));
    }
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const people = await matching
      .select(['u.id', 'u.username', 'u.realname', 'u.avatar', 'u.work_no'])
      .orderBy('u.realname')
      .orderBy('u.id')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    const departments = await db
      .selectFrom('user_department as h')
      .innerJoin('department as d', (join) =>
        join.onRef('d.tenant_id', '=', 'h.tenant_id').onRef('d.id', '=', 'h.department_id'),
      )
      .select(['h.user_id', 'd.name'])
      .where('h.tenant_id', '=', tenant_id)
      .where('h.user_id', '=', sql<string>`any(${people.map(({ id }) => id)}::uuid[])`)
      .orderBy('d.org_code')
      .execute();
    const records = people.map(({ work_no, ...person }) => ({
      ...person,
      avatar: pictureOf(person),
      workNo: work_no,
      orgCodeTxt: departments
        .filter(({ user_id }) => user_id === person.id)
        .map(({ name }) => name)
        .join(', '),
    }));
    return toPage(records, Number(total), request);
  });
}

/** Whoever gives or takes a role holds what it gives (security 5.4); one person who is not of the tenant refuses all (5.5). */
export function givePeople(
  context: RequestContext,
  { roleId, userIdList }: { readonly roleId: string; readonly userIdList: readonly string[] },
): Promise<null> {
  return change(context, roleId, userIdList, async (tx, userIds) => {
    await mustBeMembers(tx, userIds);
    await tx.db
      .insertInto('user_role')
      .values(userIds.map((user_id) => ({ role_id: roleId, user_id })))
      .onConflict((same) => same.doNothing())
      .execute();
    return { given: userIds };
  });
}

export function takePeople(context: RequestContext, roleId: string, userIds: readonly string[]): Promise<null> {
  return change(context, roleId, userIds, async (tx, ids) => {
    await tx.db.deleteFrom('user_role').where('role_id', '=', roleId).where('user_id', 'in', ids).execute();
    return { taken: ids };
  });
}

function change(
  context: RequestContext,
  roleId: string,
  asked: readonly string[],
  work: (tx: Transaction, userIds: string[]) => Promise<object>,
): Promise<null> {
  const userIds = [...new Set(asked)];
  if (userIds.length === 0 || !userIds.every(isUuid)) raise('role.unknown-person');
  return context.transaction(async (tx) => {
    const role = isUuid(roleId)
      ? await tx.db.selectFrom('role').select('id').where('id', '=', roleId).forNoKeyUpdate().executeTakeFirst()
      : undefined;
    if (!role) raise('record.not-found');
    await mustHoldAllOf(context, tx, { kind: 'role', id: roleId });
    await refuseAdministrator(tx, userIds);
    const after = await work(tx, userIds);
    await rightsChanged(tx.db, userIds);
    await tx.audit({ action: 'role:assign', objectKind: roles.name, objectId: roleId, after });
    await tx.live({ kind: roles.name, id: roleId, permission: roles.permission('view') });
    return null;
  });
}

async function mustBeMembers(tx: Transaction, userIds: readonly string[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('membership')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .where('status', '=', 1)
    .execute();
  if (rows.length < userIds.length) raise('role.unknown-person');
}
