import { type Kysely, sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { tenantsHere } from './tenants-here.ts';

// A change of rights is obeyed by the next request (security 4.2): rights are kept in memory under a person's permission
// version only, which every request reads with its session. So code that writes a row that decides rights calls one of these
// functions in the same transaction. Tests fail a transaction that does not (platform/testing/statement-recorder.ts).

/** After a write of `membership`, `user_role`, `user_department`, `department_role_user` or `user_spot`: these people's rights are read anew. Who writes a membership outside of its tenant says which one it is. */
export async function rightsChanged(
  db: Kysely<Tables>,
  userIds: readonly string[],
  joined?: number | string,
): Promise<void> {
  const ids = [...new Set(userIds)];
  // the roles of requests may not write people; the function touches nothing but the version, and which tenants are to be asked
  if (joined === undefined) await sql`select raise_permission_version(${ids}::uuid[])`.execute(db);
  else await sql`select raise_permission_version(${ids}::uuid[], ${Number(joined)})`.execute(db);
}

/**
 * Tenants that are asked about a person: all where he is or was a member (decision 126). So a login needs the machines of these
 * alone; which of them he may enter his memberships say. The administrator does not wait for machines that are away.
 */
export async function tenantsToAsk(db: PlatformDb, userId: string): Promise<number[]> {
  const row = await db
    .selectFrom('staff_user')
    .select(['tenant_ids', 'is_root'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const asked = (row?.tenant_ids ?? []).map(Number);
  const here = row?.is_root ? await tenantsHere(db) : undefined;
  return here ? asked.filter((tenantId) => here.includes(tenantId)) : asked;
}

type HoldersRightsChanged = (db: Kysely<Tables>, tenantId: number | string, ids: readonly string[]) => Promise<void>;

const rightsOfHoldersChanged =
  (held: keyof Tables, by: string): HoldersRightsChanged =>
  async (db, tenantId, ids) => {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from ${sql.table(held)}
       where tenant_id = ${Number(tenantId)} and ${sql.ref(by)} = any(${ids}::uuid[])`.execute(db);
    await rightsChanged(
      db,
      rows.map(({ user_id }) => user_id),
    );
  };

/** With a write of `department_permission`, of codes of departments, and before departments go: the rights of their people. */
export const rightsOfDepartmentsChanged = rightsOfHoldersChanged('user_department', 'department_id');

/** With a write of `department_role_permission`, and before such a role goes. */
export const rightsOfDepartmentRolesChanged = rightsOfHoldersChanged('department_role_user', 'role_id');

/** With a write of `role_permission`, and before a role goes: afterwards its holders are unknown. */
export const rightsOfRolesChanged = rightsOfHoldersChanged('user_role', 'role_id');

/** A tenant was added, removed, switched off or on, its clock changed, or the menu: the administrator notices it too. */
export async function everybodysRightsChanged(db: Kysely<Tables>): Promise<void> {
  await sql`select raise_every_permission_version()`.execute(db);
}
