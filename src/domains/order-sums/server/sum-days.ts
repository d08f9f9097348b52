import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { ofHours, takenBy } from './of-hours.ts';
import { ALL_SPOTS } from './order-quarters.ts';
import { PAYMENT_CHANNEL, WAS_PAID } from './paid-orders.ts';

/** Of a tenant in one run, so that one with years of orders keeps no other one waiting; the next run goes on. */
const MOST_DAYS = 40;
const LONGEST_MS = 40_000;

/** Sums up the days that are over and have changed since they were summed up, the newest first. */
export const sumDays = defineSchedule({
  name: 'orders.sum-days',
  expression: '20 * * * * *',
  missed: 'once',
  run: async ({ database, clock }) => {
    const now = clock.now();
    const tenants = await database.acrossTenants('tenants whose days of orders have changed', async (db) => {
      const { rows } = await sql<{ tenant_id: string; time_zone: string }>`
        select tenant.tenant_id::text, tenant.time_zone from tenant
         where exists (select from order_day where order_day.tenant_id = tenant.tenant_id
                          and (order_day.summed <> order_day.changed or order_day.time_zone <> tenant.time_zone))`.execute(
        db,
      );
      return rows;
    });
    const giveUpAt = performance.now() + LONGEST_MS;
    for (const { tenant_id, time_zone } of tenants) {
      const today = localDay(now, time_zone);
      await database.write(tenant_id, (db) => moveDays(db, tenant_id, time_zone), 'background');
      const due = await database.read(tenant_id, (db) => findDue(db, time_zone, today), 'background');
      for (const day of due) {
        if (performance.now() > giveUpAt) return;
        await database.write(
          tenant_id,
          (db) => sumDay(db, { tenantId: tenant_id, day, timeZone: time_zone }),
          'background',
        );
      }
    }
  },
});

async function findDue(db: TenantDb, timeZone: string, today: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from order_day
     where tenant_id = ${THIS_TENANT} and summed <> changed and time_zone = ${timeZone} and day < ${today}::date
     order by day desc limit ${MOST_DAYS}`.execute(db);
  return rows.map(({ day }) => day);
}

/** The tenant has other clocks than the days were made by: they begin elsewhere, and are summed up anew under numbers not used yet. */
async function moveDays(db: TenantDb, tenantId: string, timeZone: string): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select max(changed)::text as last from order_day
     where tenant_id = ${THIS_TENANT} having count(*) filter (where time_zone <> ${timeZone}) > 0`.execute(db);
  const last = rows[0]?.last;
  if (!last) return;
  await sql`delete from order_day where tenant_id = ${tenantId}`.execute(db);
  await sql`
    insert into order_day (tenant_id, day, time_zone, changed)
    select distinct ${tenantId}::bigint, (quarter at time zone ${timeZone})::date, ${timeZone}, ${last}::bigint + 1
      from (select quarter from order_quarter where tenant_id = ${tenantId}
            union select quarter from order_quarter_delta where tenant_id = ${tenantId}) as sold
    on conflict do nothing`.execute(db);
}

interface Day {
  readonly tenantId: string;
  readonly day: string;
  readonly timeZone: string;
}

/**
 * One statement: sums, and the number of changes that they are of, are of one moment. Whatever changes an order of the day later raises
 * that number, and the day is due again.
 */
async function sumDay(db: TenantDb, { tenantId, day, timeZone }: Day): Promise<void> {
  const [from, to] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)];
  const own = sql`due.tenant_id, due.day, due.changed`;
  const quarters = (table: string, spot: RawBuilder<unknown>) => sql`
    select ${spot} as spot_id, quarter, currency, status, orders, cups, paid_orders, paid_minor, refunded_minor, refunded_orders,
           open_refunds, abnormal
      from ${sql.table(table)} where tenant_id = ${tenantId} and quarter >= ${from} and quarter < ${to}`;
  await sql`
    with due as (
      select tenant_id, day, changed from order_day
       where tenant_id = ${tenantId} and day = ${day}::date and time_zone = ${timeZone}
    ), sold as (
      select coffee_order.tenant_id, coffee_order.order_no, coffee_order.spot_id, coffee_order.robot_imei, coffee_order.channel,
             coffee_order.currency, coffee_order.cups, coffee_order.paid_minor, coffee_order.refunded_minor, extract(hour from coffee_order.created_at at time zone ${timeZone})::integer as hour,
             ${PAYMENT_CHANNEL} as payment_channel, ${WAS_PAID} as was_paid
        from coffee_order
       where coffee_order.tenant_id = ${tenantId} and coffee_order.created_at >= ${from} and coffee_order.created_at < ${to}
    ), statuses as (
      insert into order_day_status (tenant_id, day, generation, spot_id, currency, status, orders, cups, paid_orders, paid_minor,
                                    refunded_minor, refunded_orders, open_refunds, abnormal, orders_of_hours, cups_of_hours,
                                    paid_of_hours)
      select ${own}, part.spot_id, part.currency, part.status, sum(part.orders), sum(part.cups), sum(part.paid_orders),
             sum(part.paid_minor), sum(part.refunded_minor), sum(part.refunded_orders), sum(part.open_refunds), sum(part.abnormal),
             ${ofHours(sql`part.paid_orders`)}, ${ofHours(sql`part.cups`)}, ${ofHours(sql`part.paid_minor`)}
        from due cross join (
          select sums.*, extract(hour from sums.quarter at time zone ${timeZone})::integer as hour
            from (${quarters('order_quarter', sql`spot_id`)}
                  union all ${quarters('order_quarter_delta', sql`spot_id`)}
                  union all ${quarters('order_quarter_delta', sql`${ALL_SPOTS}::uuid`)}) as sums) as part
       group by 1, 2, 3, 4, 5, 6
      having sum(part.orders) <> 0
      on conflict do nothing
    ), divided as (
      insert into order_day_sold (tenant_id, day, generation, spot_id, robot_imei, channel, payment_channel, currency, orders, cups,
                                  paid_minor, net_of_hours)
      select ${own}, part.spot_id, part.robot_imei, part.channel, part.payment_channel, part.currency, sum(part.orders), sum(part.cups),
             sum(part.paid), ${ofHours(sql`part.net`)}
        from due cross join (
          select spot_id, robot_imei, channel, payment_channel, currency, hour, count(*) as orders, sum(cups) as cups,
                 sum(paid_minor) as paid, sum(paid_minor - refunded_minor) as net
            from sold where was_paid group by 1, 2, 3, 4, 5, 6) as part
       group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict do nothing
    ), goods as (
      insert into order_day_goods (tenant_id, day, generation, spot_id, goods_id, currency, orders, cups, sales_minor)
      select ${own}, sold.spot_id, line.goods_id, sold.currency, count(distinct sold.order_no), sum(line.quantity), sum(line.payable_minor)
        from due cross join sold
        join order_line line on line.tenant_id = sold.tenant_id and line.order_no = sold.order_no
       where sold.was_paid
       group by 1, 2, 3, 4, 5, 6
      on conflict do nothing
    ), used as (
      insert into order_day_use (tenant_id, day, generation, robot_imei, material_id, used_of_hours)
      select ${own}, part.robot_imei, part.material_id, ${ofHours(sql`part.amount`)}
        from due cross join (${takenBy(sql`sold`)}) as part
       group by 1, 2, 3, 4, 5
      on conflict do nothing
    )
    update order_day set summed = due.changed from due
     where order_day.tenant_id = ${tenantId} and order_day.day = due.day`.execute(db);
  for (const table of ['order_day_status', 'order_day_sold', 'order_day_goods', 'order_day_use'] as const)
    await sql`
      delete from ${sql.table(table)} where tenant_id = ${tenantId} and day = ${day}::date
         and generation < (select summed from order_day where tenant_id = ${tenantId} and day = ${day}::date)`.execute(
      db,
    );
}
