import { type Kysely, sql } from 'kysely';
import type { Tables } from '#platform/database/server/tables.gen.ts';

// A change of rights is obeyed by the next request (security 4.2): rights are kept in memory under a person's permission
// version only, which every request reads with its session. So code that writes a row that decides rights calls one of these
// functions in the same transaction. Tests fail a transaction that does not (platform/testing/statement-recorder.ts).

/** After a write of `membership`, `user_role` or `user_spot`: these people's rights are read anew. */
export async function rightsChanged(db: Kysely<Tables>, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  // the roles of requests may not write people; the function touches nothing but the version
  await sql`select raise_permission_version(${[...new Set(userIds)]}::uuid[])`.execute(db);
}

/** With a write of `role_permission`, and before a role goes: afterwards its holders are unknown. */
export async function rightsOfRolesChanged(
  db: Kysely<Tables>,
  tenantId: number | string,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return;
  const holders = await db
    .selectFrom('user_role')
    .select('user_id')
    .where('tenant_id', '=', Number(tenantId))
    .where('role_id', 'in', roleIds)
    .execute();
  await rightsChanged(
    db,
    holders.map(({ user_id }) => user_id),
  );
}

/** A tenant was added, removed, switched off or on, which the administrator notices too. */
export async function everybodysRightsChanged(db: Kysely<Tables>): Promise<void> {
  await sql`select raise_every_permission_version()`.execute(db);
}
