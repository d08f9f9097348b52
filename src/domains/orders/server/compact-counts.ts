import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Bounds one transaction; what is left over waits for the next minute. */
const AT_ONCE = 20_000;

/** Adds up the differences that orders have appended since the last run. */
export const compactOrderCounts = defineSchedule({
  name: 'orders.compact-counts',
  expression: '40 * * * * *',
  missed: 'once',
  run: async (services) => {
    const { rows: tenants } = await services.database.acrossTenants('tenants whose counts have changed', (db) =>
      sql<{ tenant_id: number }>`select distinct tenant_id from order_count_delta where not merged`.execute(db),
    );
    for (const { tenant_id } of tenants) await compactCounts(services, tenant_id);
  },
});

/**
 * One transaction: a count at the same time sees either the parts or their sums. Groups are rebuilt together with what was merged
 * before, so each stays one row per day; months only grow by what had not been merged.
 */
async function compactCounts(services: Services, tenantId: number): Promise<void> {
  await services.database.acrossTenants('the counts of a tenant are kept small', async (db) => {
    const { rows: gone } = await sql`
      delete from order_count_delta
       where tenant_id = ${tenantId} and (day, spot_id, status, refund_status, issue) in (
         select day, spot_id, status, refund_status, issue from order_count_delta
          where tenant_id = ${tenantId} and not merged limit ${AT_ONCE})
      returning day, spot_id, status, refund_status, issue, orders, merged`.execute(db);
    if (gone.length === 0) return;
    const rows = sql`jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone(
      day date, spot_id uuid, status smallint, refund_status smallint, issue boolean, orders integer, merged boolean)`;
    await sql`
      insert into order_count_month as month (tenant_id, month, spot_id, status, refund_status, issue, orders)
      select ${tenantId}::bigint, date_trunc('month', day)::date, spot_id, status, refund_status, issue, sum(orders)
        from ${rows} where not merged group by 1, 2, 3, 4, 5, 6 having sum(orders) <> 0
      on conflict (tenant_id, status, month, spot_id, refund_status, issue)
        do update set orders = month.orders + excluded.orders`.execute(db);
    // the table has no key: a shard takes rows from a list in no other form (decision 107)
    await sql`
      insert into order_count_delta (tenant_id, day, spot_id, status, refund_status, issue, orders, merged)
      select ${tenantId}::bigint, day, spot_id, status, refund_status, issue, sum(orders), true
        from ${rows} group by day, spot_id, status, refund_status, issue having sum(orders) <> 0
      on conflict do nothing`.execute(db);
  });
}
