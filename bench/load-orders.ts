import { Client } from 'pg';
import {
  ASKED_TENANT,
  DEVICE_PASSWORD,
  FIRST_TENANT,
  GOODS_PER_TENANT,
  ROBOTS_PER_TENANT,
  SPOTS_PER_TENANT,
  TIME_ZONE,
  YEARS,
} from './world.ts';

/** Their rows come in without triggers and secondary indexes, which are built afterwards; the counts are filled by one aggregate. */
const BULKY = ['coffee_order', 'order_line', 'order_drink', 'order_event', 'payment'];

/**
 * Tenants with what they sell, and so many orders of each over two years, straight into the product's own tables. An installation
 * that has some gets what is missing, spread over the same two years.
 */
export async function loadOrders(
  superUrl: string,
  ordersOfTenants: readonly number[],
  say: (words: string) => void,
  { timelines = true } = {},
): Promise<void> {
  const client = new Client({ connectionString: superUrl });
  await client.connect();
  try {
    await client.query(
      `set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set timezone = 'UTC'`,
    );
    await client.query(
      `create temp table bench_tenant as
         select wanted.tenant_id, coalesce(counter.value, 0)::int as had, counter.value is null as is_new,
                greatest(0, wanted.orders - (select count(*) from coffee_order o where o.tenant_id = wanted.tenant_id))::int as orders
           from unnest($1::bigint[], $2::int[]) as wanted (tenant_id, orders)
           left join order_counter counter on counter.tenant_id = wanted.tenant_id and counter.name = 'order'`,
      [ordersOfTenants.map((_, index) => FIRST_TENANT + index), [...ordersOfTenants]],
    );
    await client.query(BUSINESS);
    await client.query('set session_replication_role = replica');
    await client.query(FORGET_SUMS);
    const indexes = await dropIndexes(client);
    for (const [what, text] of timelines ? [...FACTS, TIMELINES] : FACTS) {
      const started = performance.now();
      const { rowCount } = await client.query(text);
      say(`${what}: ${rowCount?.toLocaleString('en')} rows in ${seconds(started)}`);
    }
    const started = performance.now();
    for (const index of indexes) await client.query(index);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    say(`indexes, vacuum: ${seconds(started)}`);
  } finally {
    await client.end();
  }
}

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
      where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [BULKY],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const id = (...parts: string[]): string => `md5(concat_ws('/', ${parts.join(', ')}))::uuid`;
/** As the product's own ids, which begin with their time: `uuidv7()` of PostgreSQL 18, for those before it too. */
const idOf = (at: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || left(md5(random()::text), 3) || '8'
     || left(md5(random()::text), 15))::uuid`;
const spot = (no: string): string => id("'spot'", 't.tenant_id', no);
const robot = (no: string): string => id("'robot'", 't.tenant_id', no);
const goods = (no: string): string => id("'goods'", 't.tenant_id', no);
const material = (no: string): string => id("'material'", 't.tenant_id', no);
const imei = (no: string): string => `concat('BENCH', t.tenant_id, lpad(${no}::text, 6, '0'))`;

const BUSINESS = `
  create temp table new_tenant as select * from bench_tenant where is_new;
  insert into tenant (tenant_id, name, time_zone, currency)
    select tenant_id, 'Tenant ' || tenant_id, '${TIME_ZONE}', 'NOK' from new_tenant;
  insert into spot (tenant_id, id, name, address, tax_rate, app_discount_percent, company_name, company_address)
    select t.tenant_id, ${spot('s')}, 'Spot ' || s, s || ' High Street', 150000, 10, 'Coffee Company ' || t.tenant_id, 'High Street'
      from new_tenant t, generate_series(1, ${SPOTS_PER_TENANT}) s;
  insert into robot (tenant_id, id, imei, name, model, spot_id, online, presence_changed_at, last_heard_at, report_interval_seconds)
    select t.tenant_id, ${robot('r')}, ${imei('r')}, 'Robot ' || r, 'CR-4', ${spot(`1 + (r - 1) % ${SPOTS_PER_TENANT}`)}, true, now(), now(), 86400
      from new_tenant t, generate_series(1, ${ROBOTS_PER_TENANT}) r;
  insert into device_credential (imei, tenant_id, kind, password_digest)
    select r.imei, r.tenant_id, 'robot', sha256('${DEVICE_PASSWORD}') from robot r join new_tenant using (tenant_id);
  insert into material (tenant_id, id, name, material_type, unit, code)
    select t.tenant_id, ${material('m')}, 'Material ' || m, m, 'g', 'm' || m from new_tenant t, generate_series(1, 6) m;
  insert into robot_material (tenant_id, robot_id, material_id, capacity, current, low_mark)
    select t.tenant_id, ${robot('r')}, ${material('m')}, 1000000000, 1000000000, 100
      from new_tenant t, generate_series(1, ${ROBOTS_PER_TENANT}) r, generate_series(1, 6) m;
  insert into menu (tenant_id, id, name) select t.tenant_id, ${id("'menu'", 't.tenant_id')}, 'Coffee' from new_tenant t;
  insert into beverage (tenant_id, id, menu_id, name, original_price_minor, production_seconds, sort)
    select t.tenant_id, ${goods('g')}, ${id("'menu'", 't.tenant_id')}, 'Beverage ' || g, 3000 + 100 * g, 45, g
      from new_tenant t, generate_series(1, ${GOODS_PER_TENANT}) g;
  insert into recipe_line (tenant_id, beverage_id, material_id, amount, necessary)
    select t.tenant_id, ${goods('g')}, ${material('m')}, 18, m < 5
      from new_tenant t, generate_series(1, ${GOODS_PER_TENANT}) g, generate_series(1, 6) m where (g + m) % 2 = 0;
  insert into storefront_client (tenant_id, id, name, channel)
    select t.tenant_id, ${id("'key'", 't.tenant_id')}, 'Bench', 'app' from new_tenant t;
  insert into storefront_key (id, key_digest, tenant_id, client_id)
    select ${id("'key'", 't.tenant_id')}, sha256(convert_to('sk_' || rpad('bench' || t.tenant_id, 43, '0'), 'UTF8')), t.tenant_id,
           ${id("'key'", 't.tenant_id')}
      from new_tenant t;
  insert into order_counter (tenant_id, name, value) select tenant_id, 'order', had + orders from bench_tenant
    on conflict (tenant_id, name) do update set value = excluded.value;`;

/** They are made anew of all orders. */
const FORGET_SUMS = 'truncate order_count_delta, order_count_month, order_quarter, order_quarter_delta';

const ORDERS = `
  insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, client_key_id, customer_id,
    status, step, refund_status, had_issue, cancel_event, order_index, pickup_code, currency, subtotal_minor, discount_minor,
    tax_minor, total_minor, payable_minor, paid_minor, refunded_minor, price, goods_summary, cups, ticket_number,
    payment_serial_no, created_at, paid_at, changed_at)
  select t.tenant_id, o.order_no, ${spot(`1 + (o.robot - 1) % ${SPOTS_PER_TENANT}`)}, ${robot('o.robot')}, ${imei('o.robot')},
    2, 'app', 'card', ${id("'key'", 't.tenant_id')}, 'guest-' || o.dice,
    k.status, k.step, k.refund, k.status = 4, case when k.status = 2 then 11101 end, 1 + o.dice % 40,
    case when k.status = 2 then null else lpad((o.dice * 7 % 10000)::text, 4, '0') end, 'NOK', o.price, 0,
    o.price * 15 / 115, o.price, o.price, case when k.status = 2 then 0 else o.price end,
    case when k.refund = 102 then o.price else 0 end,
    jsonb_build_object('taxMode', 'inclusive',
      'taxes', jsonb_build_array(jsonb_build_object('rate', 150000, 'baseMinor', o.price - o.price * 15 / 115, 'taxMinor', o.price * 15 / 115)),
      'receipt', jsonb_build_object('layout', 'default', 'companyName', 'Coffee Company', 'companyAddress', 'High Street',
        'companyIdentification', 'NO 999 888 777 MVA', 'spotName', 'Spot', 'spotAddress', 'High Street', 'timeZone', '${TIME_ZONE}',
        'ticketNumber', o.order_no)),
    '1 × Beverage ' || o.goods, 1, o.order_no, case when k.status = 2 then null else 'P' || o.order_no || '01' end,
    o.at, case when k.status = 2 then null else o.at + interval '20 seconds' end, o.at + interval '150 seconds'
  from bench_tenant t
  cross join lateral (
    select at, dice, 1 + dice % ${ROBOTS_PER_TENANT} as robot, 1 + dice % ${GOODS_PER_TENANT} as goods,
      3000 + 100 * (1 + dice % ${GOODS_PER_TENANT}) as price,
      to_char(at at time zone '${TIME_ZONE}', 'YYYYMMDD') || t.tenant_id || lpad(i::text, 8, '0') as order_no
    from (
      select i, abs(hashint8(i * 64 + t.tenant_id)::bigint) % 1000 as dice,
        date_trunc('second', now()) - interval '${YEARS} years' - interval '10 minutes'
          + interval '${YEARS} years' * ((i - t.had - abs(hashint8(i)::bigint) % 100 / 100.0) / t.orders) as at
      from generate_series(t.had + 1, t.had + t.orders) i offset 0
    ) moment offset 0
  ) o
  cross join lateral (
    select case when dice < 50 then 2 when dice < 85 then 4 when dice < 100 then 7 else 6 end as status,
      case when dice < 50 then 0 when dice < 85 then 4 when dice < 100 then 6 else 3 end as step,
      case when dice between 50 and 84 or dice between 100 and 119 then 102 when dice between 120 and 129 then 103 end as refund
    from (select o.dice) d
  ) k`;

/** Orders that this load adds: what was there before has lower numbers, and those of the floor have none. */
const ADDED = `coffee_order t join bench_tenant b on b.tenant_id = t.tenant_id
      and case when t.order_no like 'F%' then false else right(t.order_no, 8)::int > b.had end`;

type Fact = readonly [what: string, text: string];

const TIMELINES: Fact = [
  // only the asked tenant's details are read
  'timelines of the asked tenant',
  `insert into order_event (tenant_id, id, order_no, code, status, step, at, source, actor, detail)
   select t.tenant_id, ${idOf('created_at')}, order_no, e.code, e.status, e.step, created_at + e.after * interval '1 second', e.source, e.source, '{}'
     from ${ADDED}
     cross join (values (2101, 1, 0, 0, 'customer'), (2201, 3, 0, 20, 'provider'), (2251, 3, 1, 30, 'robot'),
                        (2301, 5, 2, 90, 'robot'), (2402, 6, 3, 150, 'robot')) as e (code, status, step, after, source)
    where t.tenant_id = ${ASKED_TENANT}`,
];

const FACTS: readonly Fact[] = [
  ['orders', ORDERS],
  [
    'order lines',
    `insert into order_line (tenant_id, order_no, line_no, goods_id, name, options, quantity, list_price_minor, unit_minor,
       amount_minor, discount_minor, tax_minor, payable_minor, tax_rate, recipe)
     select t.tenant_id, t.order_no, 1, ${goods('split_part(goods_summary, $$ $$, 4)')}, substr(goods_summary, 5), '[]', 1, payable_minor,
       payable_minor, payable_minor, 0, tax_minor, payable_minor, 150000,
       jsonb_build_array(jsonb_build_object('materialId', ${material('1')}, 'code', 'm1', 'amount', 18, 'necessary', true))
     from ${ADDED}`,
  ],
  [
    'cups',
    `insert into order_drink (tenant_id, order_no, drink_no, line_no, step, refunded, started_at, finished_at)
     select t.tenant_id, order_no, 1, 1, step, refund_status is not distinct from 102, paid_at, changed_at
       from ${ADDED}`,
  ],
  [
    'payments of the asked tenant',
    `insert into payment (tenant_id, id, serial_no, order_no, attempt, channel, status, amount_minor, refunded_minor, currency,
       idempotency_key, provider_ref, requested_at, received_at)
     select t.tenant_id, ${idOf('created_at')}, payment_serial_no, order_no, 1, 'stripe', 'succeeded', paid_minor, refunded_minor, currency,
       'pay:' || order_no || ':1', 'pi_' || md5(order_no), paid_at, paid_at
     from ${ADDED} where t.tenant_id = ${ASKED_TENANT} and status <> 2`,
  ],
  [
    'counts',
    `insert into order_count_delta (tenant_id, day, spot_id, status, refund_status, issue, orders, merged)
     select tenant_id, (created_at at time zone 'UTC')::date, spot_id, status, coalesce(refund_status, 0), had_issue or payment_issue,
       count(*), true
     from coffee_order where robot_imei <> 'floor' group by 1, 2, 3, 4, 5, 6`,
  ],
  [
    'counts per month',
    `insert into order_count_month (tenant_id, month, spot_id, status, refund_status, issue, orders)
     select tenant_id, date_trunc('month', day)::date, spot_id, status, refund_status, issue, sum(orders)
     from order_count_delta group by 1, 2, 3, 4, 5, 6`,
  ],
  [
    'sums per quarter of an hour',
    `insert into order_quarter
     select o.tenant_id, which.spot_id, date_bin('15 minutes', o.created_at, timestamptz '2000-01-01 00:00:00+00'), o.currency, o.status,
       count(*),
       coalesce(sum(o.cups) filter (where o.paid_minor > 0 or o.status >= 3), 0),
       count(*) filter (where o.paid_minor > 0 or o.status >= 3),
       sum(o.paid_minor), sum(o.refunded_minor),
       count(*) filter (where o.refunded_minor > 0),
       count(*) filter (where o.refund_status in (100, 101)),
       count(*) filter (where o.status = 4 or o.had_issue or o.payment_issue)
     from coffee_order o
     cross join lateral (values (o.spot_id), (uuid '00000000-0000-0000-0000-000000000000')) as which (spot_id)
     where o.tenant_id >= ${FIRST_TENANT} and o.robot_imei <> 'floor' group by 1, 2, 3, 4, 5`,
  ],
  [
    // only the asked tenant's figures of days are read
    'days of the asked tenant',
    `insert into order_day (tenant_id, day, time_zone, changed)
     select distinct tenant_id, (quarter at time zone '${TIME_ZONE}')::date, '${TIME_ZONE}', 1 from order_quarter
      where tenant_id = ${ASKED_TENANT}
     on conflict (tenant_id, day) do update set changed = order_day.changed + 1`,
  ],
];
