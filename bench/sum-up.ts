import { sql } from 'kysely';
import { sumDays } from '#domains/order-sums/server/sum-days.ts';
import type { Services } from '#platform/context/server/services.ts';
import { openDatabase } from '#platform/database/server/database.ts';
import { systemClock } from '#platform/time/server/clock.ts';

/** Days of the past are summed up by the job that does it every minute, run after run. */
export async function sumUp(databaseUrl: string, say: (words: string) => void): Promise<void> {
  const database = openDatabase(databaseUrl, () => undefined);
  const due = () =>
    database.acrossTenants('days to be summed up', async (db) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) as count from order_day where summed <> changed and day < now()::date`.execute(db);
      return Number(rows[0]?.count);
    });
  const started = performance.now();
  const days = await due();
  const deps = { database, clock: systemClock() } as unknown as Services;
  while ((await due()) > 0) await sumDays.run(deps, new Date());
  if (days > 0) say(`${days} days summed up in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  await database.close();
}
