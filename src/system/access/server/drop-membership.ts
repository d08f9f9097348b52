import type { Kysely } from 'kysely';
import type { Tables } from '#platform/database/server/tables.gen.ts';

const TABLES = [
  'user_role',
  'user_department',
  'department_manager',
  'user_spot',
  'user_position',
  'membership',
] as const;

/**
 * All that a tenant knows of a person goes: he leaves for good, or is about to join anew and then may do what he is given that
 * day, not what he once might (security 5.4). The account itself stays. The caller says whose rights changed.
 */
export async function dropMembership(db: Kysely<Tables>, tenantId: number | string, userId: string): Promise<void> {
  for (const table of TABLES)
    await db.deleteFrom(table).where('tenant_id', '=', Number(tenantId)).where('user_id', '=', userId).execute();
}
