import type { PlatformDb } from '#platform/database/server/database.ts';
import { rightsChanged } from '#system/access/server/index.ts';

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
    .where('m.status', '=', 1)
    .where('t.status', '=', 1)
    .orderBy('d.tenant_id')
    .orderBy('d.sort')
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
