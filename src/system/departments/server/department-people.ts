import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { refuseAdministrator, rightsChanged } from '#system/access/server/index.ts';
import { departments } from '../contract/departments.ts';
import type { AddPeopleRequest, ManagerRequest, RemovePeopleRequest } from '../contract/endpoints.ts';
import { managedCodes, markManagers } from './department-store.ts';

const EDIT = departments.permission('edit');

/** A department and its code; who neither holds the permission nor manages it is refused. */
export async function ledDepartment(
  { actor }: Pick<RequestContext, 'actor'>,
  db: TenantDb,
  id: string,
  permission: string,
): Promise<{ id: string; orgCode: string }> {
  const mayAll = can(actor, permission);
  const codes = mayAll ? [] : await managedCodes(db, actor.id);
  // who leads none is told nothing about which departments there are
  if (!mayAll && codes.length === 0) raise('request.forbidden', { permission });
  const row = isUuid(id)
    ? await db.selectFrom('department').select('org_code').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) raise(departments.notFound);
  if (!mayAll && !codes.some((code) => row.org_code.startsWith(code))) raise('request.forbidden', { permission });
  return { id, orgCode: row.org_code };
}

/** Adds members of the tenant; who belongs to it already stays (system-api.md 5.1). All or none. */
export function addPeople(context: RequestContext, { depId, userIdList }: AddPeopleRequest): Promise<null> {
  return context.transaction(async (tx) => {
    const department = await ledDepartment(context, tx.db, depId, EDIT);
    const ids = [...new Set(userIdList)];
    await refuseAdministrator(tx, ids);
    await mustBeMembers(tx.db, ids, 'userIdList');
    await tx.db
      .insertInto('user_department')
      .values(ids.map((user_id) => ({ user_id, department_id: depId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return peopleChanged(tx, department, { action: 'department:add-people', ids });
  });
}

/** Takes people out, with their roles in it; one who does not belong to it refuses all of them (security 5.5). */
export function removePeople(context: RequestContext, { depId, userIds }: RemovePeopleRequest): Promise<null> {
  return context.transaction(async (tx) => {
    const department = await ledDepartment(context, tx.db, depId, EDIT);
    const ids = [...new Set(userIds)];
    await refuseAdministrator(tx, ids);
    const gone = await tx.db
      .deleteFrom('user_department')
      .where('department_id', '=', depId)
      .where('user_id', 'in', ids.filter(isUuid))
      .returning('user_id')
      .execute();
    if (gone.length < ids.length) raise('department.person-not-there');
    // who comes back later has none of them again (security 5.6)
    await tx.db
      .deleteFrom('department_role_user')
      .where('user_id', 'in', ids)
      .where('role_id', 'in', (roles) =>
        roles.selectFrom('department_role').select('id').where('depart_id', '=', depId),
      )
      .execute();
    await tx.db
      .updateTable('membership')
      .set({ current_org_code: null })
      .where('current_org_code', '=', department.orgCode)
      .where('user_id', 'in', ids)
      .execute();
    return peopleChanged(tx, department, { action: 'department:remove-people', ids });
  });
}

export function setManager(context: RequestContext, { depId, userId, isManager }: ManagerRequest): Promise<null> {
  return context.transaction(async (tx) => {
    const department = await ledDepartment(context, tx.db, depId, EDIT);
    await refuseAdministrator(tx, [userId]);
    const link = { department_id: depId, user_id: userId };
    if (isManager) {
      await mustBeMembers(tx.db, [userId], 'userId');
      await tx.db
        .insertInto('department_manager')
        .values(link)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else if (isUuid(userId)) {
      await tx.db
        .deleteFrom('department_manager')
        .where('department_id', '=', depId)
        .where('user_id', '=', userId)
        .execute();
    }
    await markManagers(tx.db, [userId]);
    const action = isManager ? 'department:add-manager' : 'department:remove-manager';
    return peopleChanged(tx, department, { action, ids: [userId] });
  });
}

async function mustBeMembers(db: TenantDb, ids: readonly string[], path: string): Promise<void> {
  const wanted = ids.filter(isUuid);
  const known =
    wanted.length < ids.length
      ? []
      : await db
          .selectFrom('membership')
          .select('user_id')
          .where('user_id', 'in', wanted)
          .where('status', '=', 1)
          .execute();
  if (known.length < ids.length)
    raise('department.person-unknown', {}, { faults: [{ path, code: 'department.person-unknown' }] });
}

async function peopleChanged(
  tx: Transaction,
  { id }: { readonly id: string },
  { action, ids }: { readonly action: string; readonly ids: readonly string[] },
): Promise<null> {
  await rightsChanged(tx.db, ids.filter(isUuid));
  await tx.audit({ action, objectKind: departments.name, objectId: id, after: { people: ids } });
  await tx.live({ kind: departments.name, id });
  return null;
}
