import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { listRecords } from '#platform/records/server/list-records.ts';
import { serveRecords } from '#platform/records/server/serve-records.ts';
import {
  refuseAdministrator,
  removedPeople,
  rightsChanged,
  rightsOfDepartmentRolesChanged,
} from '#system/access/server/index.ts';
import { type DepartmentPerson, type DepartmentRole, departmentRoles } from '../contract/department-roles.ts';
import { difference } from '../rules/giving.ts';
import { codeOfName, freeCode } from '../rules/role-code.ts';
import { departmentOfRole, insertGrants } from './grant-store.ts';
import { keepGrants, readKept } from './kept-grants.ts';
import { idsIn, mustHoldAllOf } from './save-grants.ts';

const ALL = 1_000_000;

export const departmentRolePart = serveRecords(departmentRoles, {
  computed: {
    people: sql`(select count(*)::int from department_role_user h where h.tenant_id = ${THIS_TENANT} and h.role_id = record.id)`,
    rights: sql`(select count(*)::int from department_role_permission g
      where g.tenant_id = ${THIS_TENANT} and g.role_id = record.id)`,
  },
  inUseBy: [
    {
      ...{ table: 'department_role_user', column: 'role_id', namespace: 'department-roles', key: 'kind.people' },
      unseen: removedPeople,
    },
  ],
  generate: async (tx, { draft }) => {
    if (draft.roleCode !== '') return {};
    const taken = await tx.db
      .selectFrom('department_role')
      .select('role_code')
      .where('depart_id', '=', draft.departId)
      .execute();
    return {
      roleCode: freeCode(
        await codeOfName(draft.roleName),
        taken.map(({ role_code }) => role_code),
      ),
    };
  },
  decide: (draft, before) => {
    if (before && draft.departId !== before.departId) raiseAt('departId', 'record.fixed');
  },
  beforeRemove: (tx, { id }, context) => mustHoldAllOf(context, tx, { kind: 'departmentRole', id }),
  along: {
    keep: async (tx, id) => {
      await rightsOfDepartmentRolesChanged(tx.db, tx.tenantId, [id]);
      return keepGrants(tx, { kind: 'departmentRole', id });
    },
    restore: async (tx, id, kept) => {
      await insertGrants(tx, { kind: 'departmentRole', id }, readKept(kept));
      await mustHoldAllOf({ language: 'en-US' }, tx, { kind: 'departmentRole', id });
      await rightsOfDepartmentRolesChanged(tx.db, tx.tenantId, [id]);
    },
  },
});

export async function listDepartmentRoles(
  context: RequestContext,
  { deptId, ...asked }: { readonly deptId: string; readonly pageNo: number; readonly pageSize: number },
) {
  const page = await listRecords(departmentRolePart.served, context, { ...asked, departId: deptId });
  return { ...page, records: page.records as unknown as DepartmentRole[] };
}

export async function rolesOf(context: RequestContext, departId: string): Promise<DepartmentRole[]> {
  return (await listDepartmentRoles(context, { deptId: departId, pageNo: 1, pageSize: ALL })).records;
}

export function rolesOfPerson(context: RequestContext, asked: { readonly userId: string; readonly departId: string }) {
  const { userId, departId } = asked;
  if (!isUuid(userId) || !isUuid(departId)) return Promise.resolve([]);
  return context.read(async (db) => {
    const rows = await db
      .selectFrom('department_role_user')
      .innerJoin('department_role', 'department_role.id', 'department_role_user.role_id')
      .select('department_role_user.role_id')
      .where('department_role_user.user_id', '=', userId)
      .where('department_role.depart_id', '=', departId)
      .execute();
    return rows.map(({ role_id }) => ({ id: role_id, userId, droleId: role_id }));
  });
}

/** Differential like grants; only for people of the department, and only by who holds what the roles give. */
export function assignDepartmentRoles(
  context: RequestContext,
  asked: { readonly userId: string; readonly newRoleId: string; readonly oldRoleId?: string | undefined },
): Promise<null> {
  const { userId } = asked;
  const { added, taken } = difference(idsIn(asked.newRoleId), idsIn(asked.oldRoleId));
  if (!isUuid(userId)) raise('grants.unknown-person');
  return context.transaction(async (tx) => {
    for (const id of [...added, ...taken]) await mustHoldAllOf(context, tx, { kind: 'departmentRole', id });
    await refuseAdministrator(tx, [userId]);
    for (const id of added) await mustBelong(tx, userId, await departmentOfRole(tx.db, id));
    for (const role_id of added)
      await tx.db
        .insertInto('department_role_user')
        .values({ role_id, user_id: userId })
        .onConflict((same) => same.doNothing())
        .execute();
    for (const id of taken) {
      await departmentOfRole(tx.db, id);
      await tx.db.deleteFrom('department_role_user').where('user_id', '=', userId).where('role_id', '=', id).execute();
    }
    await rightsChanged(tx.db, [userId]);
    await tx.audit({
      action: departmentRoles.permission('edit'),
      objectKind: 'user',
      objectId: userId,
      after: { given: added, taken },
    });
    for (const id of [...added, ...taken])
      await tx.live({ kind: departmentRoles.name, id, permission: departmentRoles.permission('view') });
    return null;
  });
}

async function mustBelong(tx: Transaction, userId: string, departmentId: string): Promise<void> {
  const row = await tx.db
    .selectFrom('user_department')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('department_id', '=', departmentId)
    .executeTakeFirst();
  if (!row) raise('grants.not-in-department');
}

/** Those of the department itself, in force; of people of other tenants nothing is read. */
export async function peopleOfDepartment(context: RequestContext, departId: string): Promise<DepartmentPerson[]> {
  if (!isUuid(departId)) return [];
  const held = await context.read((db) =>
    db
      .selectFrom('department_role_user')
      .innerJoin('department_role', 'department_role.id', 'department_role_user.role_id')
      .select(['department_role_user.user_id', 'department_role_user.role_id'])
      .where('department_role.depart_id', '=', departId)
      .execute(),
  );
  const tenant_id = Number(context.tenantId);
  const people = await context.identity((db) =>
    db
      .selectFrom('staff_user as u')
      .innerJoin('membership as m', 'm.user_id', 'u.id')
      .innerJoin('user_department as d', (join) =>
        join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.user_id', '=', 'u.id'),
      )
      .select(['u.id', 'u.username', 'u.realname'])
      .where('m.tenant_id', '=', tenant_id)
      .where('m.status', '=', 1)
      .where('u.deleted_at', 'is', null)
      .where('d.department_id', '=', departId)
      .orderBy('u.realname')
      .orderBy('u.id')
      .execute(),
  );
  return people.map((person) => ({
    ...person,
    roleIds: held.filter(({ user_id }) => user_id === person.id).map(({ role_id }) => role_id),
  }));
}
