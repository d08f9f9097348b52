import { Client } from 'pg';
import { EXPORT_TENANT, EXPORTED_ORDERS, TIME_ZONE } from './world.ts';

/** A tenant of its own whose orders of the last thirty days are as many as an export is asked for. */
export async function loadExportOrders(superUrl: string): Promise<void> {
  const client = new Client({ connectionString: superUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select from tenant where tenant_id = $1', [EXPORT_TENANT]);
    if (rows.length > 0) return;
    await client.query('set session_replication_role = replica');
    await client.query(LOAD);
    await client.query('vacuum (analyze) coffee_order, spot, robot');
  } finally {
    await client.end();
  }
}

const LOAD = `
  insert into tenant (tenant_id, name, time_zone, currency) values (${EXPORT_TENANT}, 'Exports', '${TIME_ZONE}', 'NOK');
  insert into spot (tenant_id, id, name)
    select ${EXPORT_TENANT}, uuidv7(), 'Spot ' || s || ', Main Street' from generate_series(1, 20) s;
  insert into robot (tenant_id, id, imei, name, spot_id)
    select ${EXPORT_TENANT}, uuidv7(), 'BENCHEXPORT' || lpad(row_number() over ()::text, 6, '0'), 'Robot at ' || name, id
      from spot where tenant_id = ${EXPORT_TENANT};
  insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, customer_id, status, step,
    refund_status, order_index, pickup_code, currency, subtotal_minor, total_minor, payable_minor, paid_minor, refunded_minor, price,
    goods_summary, cups, created_at, paid_at, changed_at)
  select ${EXPORT_TENANT}, to_char(at, 'YYYYMMDD') || ${EXPORT_TENANT} || lpad(n::text, 8, '0'), r.spot_id, r.id, r.imei, 2, 'app', 'card',
    'guest', case when n % 20 = 0 then 1 else 6 end, 3, case when n % 50 = 0 then 102 end, n % 40,
    case when n % 20 > 0 then lpad((n % 10000)::text, 4, '0') end, 'NOK', p, p, p, case when n % 20 > 0 then p else 0 end, 0,
    '{"taxMode": "inclusive", "taxes": []}', '1 × Latte, 1 × Beverage ' || n % 12, 2, at,
    case when n % 20 > 0 then at + interval '20 seconds' end, at
  from (select n, 3000 + n % 5000 as p, now() - interval '30 days' + n * interval '30 days' / ${EXPORTED_ORDERS} as at
          from generate_series(1, ${EXPORTED_ORDERS}) n) o
  join (select row_number() over () as no, * from robot where tenant_id = ${EXPORT_TENANT}) r on r.no = 1 + o.n % 20;
  insert into order_count_delta (tenant_id, day, spot_id, status, refund_status, issue, orders, merged)
    select tenant_id, (created_at at time zone 'UTC')::date, spot_id, status, coalesce(refund_status, 0), false, count(*), true
      from coffee_order where tenant_id = ${EXPORT_TENANT} group by 1, 2, 3, 4, 5;`;
