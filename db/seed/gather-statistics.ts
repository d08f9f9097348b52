import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';

/**
 * Months of orders arrived within seconds. The planner knows nothing of them until autovacuum comes by, or worse: it knows how few
 * there were when autovacuum came by in the middle, and plans for these. Tables of another owner are left out by PostgreSQL itself.
 */
export async function gatherStatistics({ database }: Services): Promise<void> {
  await database.acrossTenants('statistics of the planner about the demo', async (db) => {
    await sql`select set_config('role', 'none', true)`.execute(db);
    await sql`analyze`.execute(db);
  });
}
