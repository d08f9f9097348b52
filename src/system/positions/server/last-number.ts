import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';

/** The highest number that stands behind this prefix in the code of a position; 0 where none has one. */
export async function lastPositionNumber(db: TenantDb, prefix: string): Promise<number> {
  const behind = sql<string>`substr(code, ${prefix.length + 1}::int)`;
  const { last } = await db
    .selectFrom('position')
    .select(sql<string | null>`max(${behind}::bigint)`.as('last'))
    .where(sql`lower(left(code, ${prefix.length}::int))`, '=', prefix.toLowerCase())
    .where(behind, '~', '^[0-9]{1,9}$')
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}
