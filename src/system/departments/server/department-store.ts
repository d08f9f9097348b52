import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { rightsChanged, tenantsToAsk } from '#system/access/server/index.ts';

export interface UserDepartment {
  readonly id: string;
  readonly tenantId: string;
  readonly orgCode: string;
  readonly departName: string;
  /** The one he chose last in its tenant. */
  readonly isCurrent: boolean;
}

/** Departments of a user in all tenants where his membership is active, by tenant and order of the tree. */
export async function findDepartmentsOf(db: PlatformDb, userId: string): Promise<UserDepartment[]> {
  const asked = await tenantsToAsk(db, userId);
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('user_department as u')
    .innerJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.id', '=', 'u.department_id'),
    )
    .innerJoin('membership as m', (join) =>
      join.onRef('m.tenant_id', '=', 'u.tenant_id').onRef('m.user_id', '=', 'u.user_id'),
    )
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .select(['d.id', 'd.tenant_id', 'd.org_code', 'd.name', 'm.current_org_code'])
    .where('u.user_id', '=', userId)
    .where('u.tenant_id', 'in', asked)
    .where('d.tenant_id', 'in', asked)
    .where('m.tenant_id', 'in', asked)
    .where('t.tenant_id', 'in', asked)
    .where('m.status', '=', 1)
    .where('t.status', '=', 1)
    .orderBy('d.tenant_id')
    .orderBy('d.sort', 'desc')
    .orderBy('d.org_code')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tenantId: String(row.tenant_id),
    orgCode: row.org_code,
    departName: row.name,
    isCurrent: row.current_org_code === row.org_code,
  }));
}

export async function recordCurrentDepartment(
  db: PlatformDb,
  userId: string,
  department: UserDepartment,
): Promise<void> {
  await db
    .updateTable('membership')
    .set({ current_org_code: department.orgCode })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', Number(department.tenantId))
    .execute();
  // what data rules leave of lists may depend on it
  await rightsChanged(db, [userId]);
}

/** Ids of all who belong to the department with this code or to one below it. */
export async function peopleBelow(db: TenantDb, orgCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_department as u')
    .innerJoin('department as d', 'd.id', 'u.department_id')
    .select('u.user_id')
    .distinct()
    .where('d.org_code', 'like', `${orgCode}%`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Codes of the departments that a person manages; he manages what lies below them too. */
export async function managedCodes(db: TenantDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('department_manager as m')
    .innerJoin('department as d', 'd.id', 'm.department_id')
    .select('d.org_code')
    .where('m.user_id', '=', userId)
    .orderBy('d.org_code')
    .execute();
  return rows.map(({ org_code }) => org_code);
}

/** Identity 2 is that of somebody who manages a department (system-api.md 5.1). */
export async function markManagers(db: TenantDb, userIds: readonly string[]): Promise<void> {
  const ids = userIds.filter(isUuid);
  if (ids.length === 0) return;
  const rows = await db.selectFrom('department_manager').select('user_id').where('user_id', 'in', ids).execute();
  const managers = new Set(rows.map(({ user_id }) => user_id));
  for (const identity of [1, 2] as const) {
    const those = ids.filter((id) => managers.has(id) === (identity === 2));
    if (those.length > 0)
      await db.updateTable('membership').set({ user_identity: identity }).where('user_id', 'in', those).execute();
  }
}
