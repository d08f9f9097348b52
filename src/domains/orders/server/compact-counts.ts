import { sql } from 'kysely';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Bounds one transaction; what is left over waits for the next minute. */
const AT_ONCE = 20_000;

/**
 * Adds up the differences that orders have appended since the last run. One statement: a count at the same time sees
 * either the parts or their sums. Groups are rebuilt together with what was merged before, so each stays one row per
 * day; months only grow by what had not been merged.
 */
export const compactOrderCounts = defineSchedule({
  name: 'orders.compact-counts',
  expression: '40 * * * * *',
  missed: 'once',
  run: async (services) => {
    await services.database.acrossTenants('the counts of all tenants are kept small', async (db) => {
      await sql`
        with waiting as materialized (
          select ctid as row_id, tenant_id, day, spot_id, status, refund_status, issue, orders
            from order_count_delta where not merged limit ${AT_ONCE} for update skip locked
        ), touched as (
          select distinct tenant_id, day, spot_id, status, refund_status, issue from waiting
        ), gone as (
          delete from order_count_delta old
           using touched
           where old.tenant_id = touched.tenant_id and old.day = touched.day and old.spot_id = touched.spot_id
             and old.status = touched.status and old.refund_status = touched.refund_status and old.issue = touched.issue
             and (old.merged or old.ctid in (select row_id from waiting))
          returning old.*
        ), months as (
          insert into order_count_month as month (tenant_id, month, spot_id, status, refund_status, issue, orders)
          select tenant_id, date_trunc('month', day)::date, spot_id, status, refund_status, issue, sum(orders)
            from waiting group by 1, 2, 3, 4, 5, 6 having sum(orders) <> 0
          on conflict (tenant_id, status, month, spot_id, refund_status, issue)
            do update set orders = month.orders + excluded.orders
        )
        insert into order_count_delta (tenant_id, day, spot_id, status, refund_status, issue, orders, merged)
        select tenant_id, day, spot_id, status, refund_status, issue, sum(orders), true
          from gone group by tenant_id, day, spot_id, status, refund_status, issue having sum(orders) <> 0
      `.execute(db);
    });
  },
});
