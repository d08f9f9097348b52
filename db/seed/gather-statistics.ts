import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';

/**
 * Months of orders arrived within seconds, and the planner knows nothing of them until autovacuum comes by, a minute later at
 * best: until then a join over them may take seconds. Tables of another owner are left out by PostgreSQL itself, with a warning.
 */
export async function gatherStatistics({ database }: Services): Promise<void> {
  await database.acrossTenants('statistics of the planner about the demo', async (db) => {
    await sql`select set_config('role', 'none', true)`.execute(db);
    const { rows } = await sql<{ isNew: boolean }>`
      select last_analyze is null and last_autoanalyze is null as "isNew"
        from pg_stat_user_tables where relname = 'coffee_order'`.execute(db);
    if (rows[0]?.isNew) await sql`analyze`.execute(db);
  });
}
