import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { anyTable } from '#platform/records/server/record-rows.ts';
import {
  rightsOfDepartmentRolesChanged,
  rightsOfDepartmentsChanged,
  rightsOfRolesChanged,
} from '#system/access/server/index.ts';

/** Who holds rights: a role, a department, which only says what its roles may hold, or such a role. */
export interface GrantHolder {
  readonly kind: 'role' | 'department' | 'departmentRole';
  readonly id: string;
}

const STORES = {
  role: { owner: 'role', table: 'role_permission', column: 'role_id' },
  department: { owner: 'department', table: 'department_permission', column: 'department_id' },
  departmentRole: { owner: 'department_role', table: 'department_role_permission', column: 'role_id' },
} as const;

/** What a holder has: data rules by the row of the catalogue that they go with. */
export type Held = ReadonlyMap<string, readonly string[]>;

export async function findHeld(db: TenantDb, { kind, id }: GrantHolder): Promise<Held> {
  if (!isUuid(id)) return new Map();
  const { table, column } = STORES[kind];
  const rows = await anyTable(db)
    .selectFrom(table)
    .select(['permission_id', 'rule_ids'])
    .where(column, '=', id)
    .orderBy('permission_id')
    .execute();
  return new Map(rows.map((row) => [String(row['permission_id']), row['rule_ids'] as string[]]));
}

/** What a holder has, who must be there. */
export async function getHeld(db: TenantDb, holder: GrantHolder): Promise<Held> {
  const held = await findHeld(db, holder);
  if (held.size === 0) {
    const { owner } = STORES[holder.kind];
    const row =
      isUuid(holder.id) &&
      (await anyTable(db).selectFrom(owner).select('id').where('id', '=', holder.id).executeTakeFirst());
    if (!row) raise('record.not-found');
  }
  return held;
}

/** Holds the owner of the grants until the end of the transaction, so that two saves come one after the other. */
export async function lockHolder(tx: Transaction, { kind, id }: GrantHolder): Promise<void> {
  const { owner } = STORES[kind];
  const row = isUuid(id)
    ? await anyTable(tx.db).selectFrom(owner).select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : undefined;
  if (!row) raise('record.not-found');
}

export async function insertGrants(tx: Transaction, { kind, id }: GrantHolder, grants: Held): Promise<void> {
  if (grants.size === 0) return;
  const { table, column } = STORES[kind];
  const facts =
    kind === 'department' ? () => ({ id: newId(), created_by: tx.actor.name, created_at: tx.now() }) : () => ({});
  await anyTable(tx.db)
    .insertInto(table)
    .values([...grants].map(([permission_id, rule_ids]) => ({ [column]: id, permission_id, rule_ids, ...facts() })))
    .onConflict((same) => same.doNothing())
    .execute();
}

export async function deleteGrants(
  tx: Transaction,
  { kind, id }: GrantHolder,
  permissionIds: readonly string[],
): Promise<void> {
  if (permissionIds.length === 0) return;
  const { table, column } = STORES[kind];
  await anyTable(tx.db)
    .deleteFrom(table)
    .where(column, '=', id)
    .where('permission_id', '=', sql`any(${permissionIds}::uuid[])`)
    .execute();
}

export async function writeRuleIds(
  tx: Transaction,
  { kind, id }: GrantHolder,
  permissionId: string,
  ruleIds: readonly string[],
): Promise<void> {
  const { table, column } = STORES[kind];
  await anyTable(tx.db)
    .updateTable(table)
    .set({ rule_ids: [...ruleIds] })
    .where(column, '=', id)
    .where('permission_id', '=', permissionId)
    .execute();
}

/** The people concerned obey with their next request. */
export function rightsOfHolderChanged({ db, tenantId }: Transaction, { kind, id }: GrantHolder): Promise<void> {
  if (kind === 'role') return rightsOfRolesChanged(db, tenantId, [id]);
  if (kind === 'department') return rightsOfDepartmentsChanged(db, tenantId, [id]);
  return rightsOfDepartmentRolesChanged(db, tenantId, [id]);
}

export async function rolesOfDepartment(db: TenantDb, departmentId: string): Promise<string[]> {
  if (!isUuid(departmentId)) return [];
  const rows = await db.selectFrom('department_role').select('id').where('depart_id', '=', departmentId).execute();
  return rows.map(({ id }) => id);
}

/** The department of one of its roles. */
export async function departmentOfRole(db: TenantDb, roleId: string): Promise<string> {
  const row = isUuid(roleId)
    ? await db.selectFrom('department_role').select('depart_id').where('id', '=', roleId).executeTakeFirst()
    : undefined;
  return row?.depart_id ?? raise('record.not-found');
}
