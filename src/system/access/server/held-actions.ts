import type { Kysely } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';

// Who gives rights may give only what he has (security 5.4). The catalogue of permissions is global: the caller has people in
// reach (`database/reach-people`).

/** What these roles of the tenant allow. */
export async function actionsOfRoles(
  db: Kysely<Tables>,
  tenantId: string,
  roleIds: readonly string[],
): Promise<readonly string[]> {
  if (roleIds.length === 0) return [];
  const rows = await db
    .selectFrom('role_permission as g')
    .innerJoin('permission as p', 'p.id', 'g.permission_id')
    .select('p.action')
    .distinct()
    .where('g.tenant_id', '=', Number(tenantId))
    .where('g.role_id', 'in', [...roleIds])
    .where('p.action', 'is not', null)
    .execute();
  return rows.flatMap(({ action }) => action ?? []);
}

/** Roles that a person has in the tenant. */
export async function rolesOfUser(db: Kysely<Tables>, tenantId: string, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('user_role')
    .select('role_id')
    .where('tenant_id', '=', Number(tenantId))
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ role_id }) => role_id);
}

/** What of it the caller does not hold himself. */
export const beyond = (actor: Actor, actions: readonly string[]): readonly string[] =>
  actor.isRoot ? [] : actions.filter((action) => !actor.permissions.has(action));
