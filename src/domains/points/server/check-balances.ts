import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { noteBroken } from '#platform/invariants/server/note-broken.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

const AT_ONCE = 100;

interface Difference {
  readonly tenant_id: string;
  readonly object: string;
  readonly kept: number;
  readonly counted: number;
}

/** Balances that are not the sum of their entries, and changes whose entries do not add up to nothing (practice 7.1). */
function findDifferences(services: Services): Promise<Difference[]> {
  return services.database.acrossTenants('balances of points against their ledger', async (db) => {
    const { rows } = await sql<Difference>`
      select tenant_id::text, customer_id::text as object, coalesce(a.balance, 0) as kept, coalesce(w.points, 0)::integer as counted
        from points_account a
        full join (select tenant_id, customer_id, sum(points) as points from points_entry
                    where account = 'wallet' group by tenant_id, customer_id) w using (tenant_id, customer_id)
       where coalesce(a.balance, 0) <> coalesce(w.points, 0)
      union all
      select tenant_id::text, change_id::text, 0, sum(points)::integer from points_entry
       group by tenant_id, change_id having sum(points) <> 0
       limit ${AT_ONCE}`.execute(db);
    return rows;
  });
}

/** Every night; people are alerted of each difference, and nothing is put right by itself. */
export const checkBalances = defineSchedule({
  name: 'points.check-balances',
  expression: '0 40 2 * * *',
  missed: 'once',
  run: async (services) => {
    for (const { tenant_id: tenantId, object, kept, counted } of await findDifferences(services)) {
      try {
        mustHold('points.balance-adds-up', false, { object, kept, counted });
      } catch (error) {
        await noteBroken(services, error, { tenantId, work: 'schedule points.check-balances' });
      }
    }
  },
});
