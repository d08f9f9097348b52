import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

/** Stands for all spots together in `order_quarter`. */
export const ALL_SPOTS = '00000000-0000-0000-0000-000000000000';

export interface QuarterRange {
  /** Quarters, the second one not included. */
  readonly from: Date;
  readonly to: Date;
  /** Null: all spots of the tenant. */
  readonly spotIds: readonly string[] | null;
}

/**
 * Sums per quarter of an hour over the orders of a range, with what has not been added up yet, as rows to group further: always those
 * of the orders themselves, in one statement.
 */
export function orderQuarters(db: TenantDb, { from, to, spotIds }: QuarterRange) {
  const which = sql<boolean>`spot_id = any(${spotIds === null ? [ALL_SPOTS] : [...spotIds]}::uuid[])`;
  const merged = db
    .selectFrom('order_quarter')
    .selectAll()
    .where('quarter', '>=', from)
    .where('quarter', '<', to)
    .where(which);
  const waiting = db
    .selectFrom('order_quarter_delta')
    .selectAll()
    .where('quarter', '>=', from)
    .where('quarter', '<', to)
    .$if(spotIds !== null, (some) => some.where('spot_id', '=', sql<string>`any(${[...(spotIds ?? [])]}::uuid[])`));
  return db.selectFrom(merged.unionAll(waiting).as('sold'));
}

/** Adds up the differences that orders have appended since the last run, for each spot and for all together. */
export const addUpQuarters = defineSchedule({
  name: 'orders.add-up-quarters',
  expression: '50 * * * * *',
  missed: 'once',
  run: async (services) => {
    const waiting = await services.database.acrossTenants('tenants whose sums of orders have changed', (db) =>
      db.selectFrom('order_quarter_delta').select('tenant_id').distinct().execute(),
    );
    for (const { tenant_id } of waiting)
      await services.database.write(String(tenant_id), (db) => mergeQuarters(db, Number(tenant_id)), 'background');
  },
});

/** One statement: a sum at the same time sees either the parts or their sum, and two runs take each part once. */
async function mergeQuarters(db: TenantDb, tenantId: number): Promise<void> {
  await sql`
    with taken as (
      delete from order_quarter_delta where tenant_id = ${tenantId} returning *
    ), changed as (
      -- what was summed up of these days is old from now on
      insert into order_day (tenant_id, day, time_zone, changed)
      select distinct taken.tenant_id, (taken.quarter at time zone tenant.time_zone)::date, tenant.time_zone, 1
        from taken join tenant on tenant.tenant_id = taken.tenant_id
      on conflict (tenant_id, day) do update set changed = order_day.changed + excluded.changed
    )
    insert into order_quarter as kept
    select tenant_id, which.spot_id, quarter, currency, status, sum(orders), sum(cups), sum(paid_orders), sum(paid_minor),
           sum(refunded_minor), sum(refunded_orders), sum(open_refunds), sum(abnormal)
      from taken cross join lateral (values (taken.spot_id), (${sql.lit(ALL_SPOTS)}::uuid)) as which (spot_id)
     group by tenant_id, which.spot_id, quarter, currency, status
    on conflict (tenant_id, spot_id, quarter, currency, status) do update
      set orders = kept.orders + excluded.orders, cups = kept.cups + excluded.cups,
          paid_orders = kept.paid_orders + excluded.paid_orders, paid_minor = kept.paid_minor + excluded.paid_minor,
          refunded_minor = kept.refunded_minor + excluded.refunded_minor,
          refunded_orders = kept.refunded_orders + excluded.refunded_orders,
          open_refunds = kept.open_refunds + excluded.open_refunds, abnormal = kept.abnormal + excluded.abnormal
  `.execute(db);
}
