// The floor: the same questions as plain SQL through a bare Fastify handler. No session, no permission, no policies, no
// pricing, no stock: rows with OFFSET plus an exact count.
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import Fastify from 'fastify';
import { Pool, types } from 'pg';
import Cursor from 'pg-cursor';
import { answerRentals } from './floor-rentals.ts';
import { POOL_SIZE, TIME_ZONE } from './world.ts';

const INT8 = 20;
types.setTypeParser(INT8, Number);

const pool = new Pool({ connectionString: process.env['FLOOR_DATABASE_URL'], max: POOL_SIZE });
// Inserts meet neither our counting trigger nor foreign keys.
pool.on('connect', (client) => void client.query('set session_replication_role = replica'));

const COLUMNS = `o.order_no, o.status, o.step, o.refund_status, o.had_issue, o.payment_issue, o.cancel_event, o.source, o.channel,
  o.paid_by, o.spot_id, s.name as spot_name, o.robot_id, o.robot_imei, r.name as robot_name, o.goods_summary, o.cups,
  o.order_index, o.pickup_code, o.currency, o.subtotal_minor, o.discount_minor, o.payable_minor, o.paid_minor,
  o.refunded_minor, o.payment_serial_no, o.customer_id, o.created_at, o.paid_at, o.changed_at`;
const JOINED = `coffee_order o join spot s on s.tenant_id = o.tenant_id and s.id = o.spot_id
  join robot r on r.tenant_id = o.tenant_id and r.id = o.robot_id`;
/** What a row of the list shows besides: names in two languages, its first drink, where each of several cups is. */
const ROW_COLUMNS = `${COLUMNS}, s.name_zh as spot_name_zh, o.goods_summary_zh, b.image, b.temperature,
  case when o.cups > 1 then array(select d.step from order_drink d
    where d.tenant_id = o.tenant_id and d.order_no = o.order_no order by d.drink_no) end as cup_steps`;
const ROWS_JOINED = `${JOINED}
  left join order_line l on l.tenant_id = o.tenant_id and l.order_no = o.order_no and l.line_no = 1
  left join beverage b on b.tenant_id = l.tenant_id and b.id = l.goods_id`;
const MATCHING = 'o.tenant_id = $1 and o.status = $2 and o.created_at >= $3 and o.created_at < $4';

interface ListBody {
  tenantId: number;
  status: number;
  from: string;
  to: string;
  pageNo: number;
  pageSize: number;
}
interface NewOrderBody {
  tenantId: number;
  spotId: string;
  robotId: string;
  goodsId: string;
}

const app = Fastify();

app.get('/ready', async () => ({ ready: true }));

app.post<{ Body: ListBody }>('/list', async ({ body }) => {
  const values = [body.tenantId, body.status, body.from, body.to];
  const rows = await pool.query(
    `select ${ROW_COLUMNS} from ${ROWS_JOINED} where ${MATCHING} order by o.created_at desc, o.order_no desc limit $5 offset $6`,
    [...values, body.pageSize, (body.pageNo - 1) * body.pageSize],
  );
  const count = await pool.query(`select count(*) as total from coffee_order o where ${MATCHING}`, values);
  return { records: rows.rows, total: count.rows[0].total };
});

app.get<{ Querystring: { tenantId: string; orderNo: string } }>('/detail', async ({ query }) => {
  const values = [query.tenantId, query.orderNo];
  const of = (table: string, order: string) =>
    pool.query(`select * from ${table} where tenant_id = $1 and order_no = $2 order by ${order}`, values);
  const order = await pool.query(
    `select ${COLUMNS}, o.price, o.tax_minor, o.total_minor from ${JOINED} where o.tenant_id = $1 and o.order_no = $2`,
    values,
  );
  const lines = await of('order_line', 'line_no');
  const drinks = await of('order_drink', 'drink_no');
  const refunds = await of('order_refund', 'requested_at');
  const timeline = await of('order_event', 'at');
  return { ...order.rows[0], lines: lines.rows, drinks: drinks.rows, refunds: refunds.rows, timeline: timeline.rows };
});

app.post<{ Body: NewOrderBody }>('/create', async ({ body }) => {
  const { tenantId, spotId, robotId, goodsId } = body;
  const orderNo = `F${randomUUID()}`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, status, step, currency,
         subtotal_minor, tax_minor, total_minor, payable_minor, price, goods_summary, cups, ticket_number, created_at, changed_at)
       values ($1, $2, $3, $4, 'floor', 2, 'app', 'card', 1, 0, 'NOK', 3600, 470, 3600, 3600, $5, '1 × Beverage 6', 1, $2, now(), now())`,
      [tenantId, orderNo, spotId, robotId, { taxMode: 'inclusive', taxes: [], receipt: {} }],
    );
    await client.query(
      `insert into order_line (tenant_id, order_no, line_no, goods_id, name, quantity, list_price_minor, unit_minor, amount_minor,
         discount_minor, tax_minor, payable_minor, tax_rate)
       values ($1, $2, 1, $3, 'Beverage 6', 1, 3600, 3600, 3600, 0, 470, 3600, 150000)`,
      [tenantId, orderNo, goodsId],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return { orderNo };
});

/** A person with the names of what he is and where he works, as the list of people shows them. */
const PERSON = `m.user_id as id, m.version, m.created_at, m.created_by, m.updated_at, m.updated_by, s.username, s.realname, s.avatar,
  s.work_no, s.sex, s.birthday, s.phone, s.email, s.telephone, m.status, m.user_identity, m.spot_access,
  array(select r.role_name from user_role h join role r on r.tenant_id = h.tenant_id and r.id = h.role_id
         where h.tenant_id = m.tenant_id and h.user_id = m.user_id) as roles,
  array(select d.name from user_department h join department d on d.tenant_id = h.tenant_id and d.id = h.department_id
         where h.tenant_id = m.tenant_id and h.user_id = m.user_id) as departments,
  array(select p.name from user_position h join position p on p.tenant_id = h.tenant_id and p.id = h.position_id
         where h.tenant_id = m.tenant_id and h.user_id = m.user_id) as posts,
  array(select p.name from user_spot h join spot p on p.tenant_id = h.tenant_id and p.id = h.spot_id
         where h.tenant_id = m.tenant_id and h.user_id = m.user_id) as spots`;
/** A beverage with its menu, its options and choices, and its recipe. */
const BEVERAGE = `b.*, n.name as menu_name, n.name_zh as menu_name_zh,
  (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'choices', (
            select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'costMinor', c.cost_minor)), '[]')
              from option_choice c where c.tenant_id = g.tenant_id and c.group_id = g.id))), '[]')
     from beverage_option_group h join option_group g on g.tenant_id = h.tenant_id and g.id = h.group_id
    where h.tenant_id = b.tenant_id and h.beverage_id = b.id) as groups,
  (select coalesce(jsonb_agg(jsonb_build_object('materialId', l.material_id, 'amount', l.amount, 'name', m.name)), '[]')
     from recipe_line l join material m on m.tenant_id = l.tenant_id and m.id = l.material_id
    where l.tenant_id = b.tenant_id and l.beverage_id = b.id) as recipe`;

interface RecordsQuery {
  tenantId: string;
  pageNo: string;
  pageSize: string;
  keyword?: string;
}
/** A page and an exact count, the words of a search in the columns that ours looks into. */
function listRecords(
  path: string,
  parts: { columns: string; from: string; order: string; searched: readonly string[] },
) {
  app.get<{ Querystring: RecordsQuery }>(path, async ({ query }) => {
    const { tenantId, pageNo, pageSize, keyword } = query;
    const found = keyword ? ` and (${parts.searched.map((one) => `${one} ilike $2`).join(' or ')})` : '';
    const values = keyword ? [tenantId, `%${keyword}%`] : [tenantId];
    const paging = `limit ${Number(pageSize)} offset ${(Number(pageNo) - 1) * Number(pageSize)}`;
    const rows = await pool.query(
      `select ${parts.columns} from ${parts.from}${found} order by ${parts.order} ${paging}`,
      values,
    );
    const count = await pool.query(`select count(*) as total from ${parts.from}${found}`, values);
    return { records: rows.rows, total: count.rows[0].total };
  });
}
listRecords('/user', {
  columns: PERSON,
  from: 'membership m left join staff_user s on s.id = m.user_id where m.tenant_id = $1 and m.status > 0',
  order: 'm.created_at desc, m.user_id desc',
  searched: ['s.username', 's.realname', 's.work_no', 's.phone', 's.email'],
});
listRecords('/beverage', {
  columns: BEVERAGE,
  from: 'beverage b join menu n on n.tenant_id = b.tenant_id and n.id = b.menu_id where b.tenant_id = $1',
  order: 'b.sort desc, b.id desc',
  searched: ['b.name', 'b.name_zh', 'b.short_title'],
});

answerRentals(app, pool);

listRecords('/couponCode', {
  columns: `c.*, k.title, p.name as customer_name,
    (select coalesce(sum(u.discount_minor), 0) from coupon_use u
      where u.tenant_id = c.tenant_id and u.code_id = c.id and u.state = 'used') as cost_minor`,
  from: `coupon_code c join coupon k on k.tenant_id = c.tenant_id and k.id = c.coupon_id
    left join customer p on p.tenant_id = c.tenant_id and p.id = c.customer_id where c.tenant_id = $1`,
  order: 'c.issued_at desc, c.id desc',
  searched: ['c.code', 'c.order_no', 'c.payment_serial_no'],
});
listRecords('/pointsChange', {
  columns: 'c.*, p.name as customer_name, s.name as spot_name',
  from: `points_change c left join customer p on p.tenant_id = c.tenant_id and p.id = c.customer_id
    left join spot s on s.tenant_id = c.tenant_id and s.id = c.spot_id where c.tenant_id = $1`,
  order: 'c.made_at desc, c.id desc',
  searched: ['c.order_no', 'c.reason', 'c.made_by'],
});

/** A fleet as it is kept: what each robot can still make is not asked. */
interface FleetBody {
  tenantId: number;
  pageNo: number;
  pageSize: number;
}
const ROBOT = `r.id, r.imei, r.name, r.spot_id, s.name as spot_name, s.name_zh as spot_name_zh, r.model, r.firmware, r.mode, r.online,
  r.presence_changed_at, r.last_heard_at, r.abnormal, r.faults, r.making_order_no, r.telemetry, r.report_interval_seconds, r.alarms,
  (select coalesce(jsonb_agg(jsonb_build_object('code', m.code, 'name', m.name, 'level', h.level, 'low', h.low_mark)), '[]')
     from robot_material h join material m on m.tenant_id = h.tenant_id and m.id = h.material_id
    where h.tenant_id = r.tenant_id and h.robot_id = r.id) as stock`;
const ROBOTS =
  'robot r left join spot s on s.tenant_id = r.tenant_id and s.id = r.spot_id where r.tenant_id = $1 and r.retired_at is null';
app.post<{ Body: FleetBody }>('/fleet/page', async ({ body }) => {
  const rows = await pool.query(`select ${ROBOT} from ${ROBOTS} order by r.name, r.id limit $2 offset $3`, [
    body.tenantId,
    body.pageSize,
    (body.pageNo - 1) * body.pageSize,
  ]);
  const count = await pool.query(`select count(*) as total from ${ROBOTS}`, [body.tenantId]);
  return { records: rows.rows, total: count.rows[0].total };
});
app.post<{ Body: FleetBody }>('/fleet/monitorBoard', async ({ body }) => {
  const counts = await pool.query(`select r.online, r.abnormal, r.mode, count(*) from ${ROBOTS} group by 1, 2, 3`, [
    body.tenantId,
  ]);
  const robots = await pool.query(
    `select ${ROBOT}, (select count(*) from coffee_order o join order_drink d on d.tenant_id = o.tenant_id and d.order_no = o.order_no
        where o.tenant_id = r.tenant_id and o.robot_imei = r.imei and o.created_at >= date_trunc('day', now(), '${TIME_ZONE}')) as cups
       from ${ROBOTS} order by r.online, r.abnormal desc, s.name, r.name limit 100`,
    [body.tenantId],
  );
  return { counts: counts.rows, robots: robots.rows };
});
app.post<{ Body: FleetBody }>('/fleet/spotMap', async ({ body }) => {
  const spots = await pool.query(
    'select id, name, name_zh, status, latitude, longitude from spot where tenant_id = $1 order by name',
    [body.tenantId],
  );
  const counts = await pool.query(
    `select r.spot_id, r.online, r.abnormal, r.mode, count(*) from ${ROBOTS} group by 1, 2, 3, 4`,
    [body.tenantId],
  );
  return { spots: spots.rows, counts: counts.rows };
});

/** A year and the year before, summed up from the orders by day. */
app.post<{ Body: { tenantId: number; fromDay: string; toDay: string } }>('/statistics', async ({ body }) => {
  const { rows } = await pool.query(
    `select date_trunc('day', created_at, '${TIME_ZONE}') as at, currency, status, count(*) as orders, sum(cups) as cups,
       sum(paid_minor) as paid, sum(refunded_minor) as refunded, count(*) filter (where paid_minor > 0) as paid_orders
     from coffee_order
     where tenant_id = $1 and created_at >= ($2::date - 365)::timestamp at time zone '${TIME_ZONE}'
       and created_at < ($3::date + 1)::timestamp at time zone '${TIME_ZONE}'
     group by 1, 2, 3`,
    [body.tenantId, body.fromDay, body.toDay],
  );
  return rows;
});

/** A month divided five times, from the orders. */
app.post<{ Body: { tenantId: number; fromDay: string; toDay: string } }>('/analysis', async ({ body }) => {
  const values = [body.tenantId, body.fromDay, body.toDay];
  const divided = async (by: string, joined = '') => {
    const { rows } = await pool.query(
      `select ${by} as by, o.currency, count(*) as orders, sum(o.cups) as cups, sum(o.paid_minor) as sales
         from coffee_order o ${joined}
        where o.tenant_id = $1 and o.paid_minor > 0 and o.created_at >= $2::date::timestamp at time zone '${TIME_ZONE}'
          and o.created_at < ($3::date + 1)::timestamp at time zone '${TIME_ZONE}'
        group by 1, 2 order by 5 desc limit 168`,
      values,
    );
    return rows;
  };
  const lines = 'join order_line l on l.tenant_id = o.tenant_id and l.order_no = o.order_no';
  const payments = 'left join payment p on p.tenant_id = o.tenant_id and p.serial_no = o.payment_serial_no';
  return {
    spot: await divided('o.spot_id'),
    goods: await divided('l.goods_id', lines),
    hourOfWeek: await divided(`to_char(o.created_at at time zone '${TIME_ZONE}', 'ID HH24')`),
    channel: await divided('o.channel'),
    paymentChannel: await divided('p.channel', payments),
  };
});

app.post<{ Body: { tenantId: number; from: string; to: string; ending: string; pageSize: number } }>(
  '/search',
  async ({ body }) => {
    const matching = "o.tenant_id = $1 and o.created_at >= $2 and o.created_at < $3 and o.order_no like '%' || $4";
    const values = [body.tenantId, body.from, body.to, body.ending];
    const rows = await pool.query(
      `select ${ROW_COLUMNS} from ${ROWS_JOINED} where ${matching} order by o.created_at desc, o.order_no desc limit $5`,
      [...values, body.pageSize],
    );
    const count = await pool.query(`select count(*) as total from coffee_order o where ${matching}`, values);
    return { records: rows.rows, total: count.rows[0].total };
  },
);

/** What an app shows a customer: his points with the last changes, and his coupons. */
interface CustomerQuery {
  Querystring: { tenantId: string };
  Params: { customerId: string };
}
const CUSTOMER = `select id from customer
  where tenant_id = $1 and user_id = $2 and client_id = md5('bench client ' || 1)::uuid`;
app.get<CustomerQuery>('/floor/storefront/v1/customers/:customerId/points', async ({ query, params }) => {
  const values = [query.tenantId, params.customerId];
  const account = await pool.query(
    `select balance, stamps from points_account where tenant_id = $1 and customer_id = (${CUSTOMER})`,
    values,
  );
  const changes = await pool.query(
    `select * from points_change where tenant_id = $1 and customer_id = (${CUSTOMER}) order by made_at desc, id desc limit 20`,
    values,
  );
  return { ...account.rows[0], changes: changes.rows };
});
app.get<CustomerQuery>('/floor/storefront/v1/customers/:customerId/coupons', async ({ query, params }) => {
  const { rows } = await pool.query(
    `select c.*, k.title, k.type, k.rate, k.value_minor, k.starts_at, k.ends_at, k.daily_ranges,
       array(select s.spot_id from coupon_spot s where s.tenant_id = k.tenant_id and s.coupon_id = k.id) as spots
     from coupon_code c join coupon k on k.tenant_id = c.tenant_id and k.id = c.coupon_id
     where c.tenant_id = $1 and c.customer_id = (${CUSTOMER}) order by c.issued_at desc limit 100`,
    [query.tenantId, params.customerId],
  );
  return rows;
});

/** What an export costs at least: one cursor, the same columns with the names joined, CSV, a file. */
app.get<{ Querystring: { tenantId: string; from: string; to: string } }>('/export', async ({ query }) => {
  const client = await pool.connect();
  const path = join(tmpdir(), `floor-${randomUUID()}.csv`);
  const file = await open(path, 'w');
  let count = 0;
  try {
    const cursor = client.query(
      new Cursor<unknown[]>(
        `select o.order_no, o.status, o.refund_status, o.goods_summary, o.payable_minor, o.paid_minor, o.refunded_minor, o.currency,
           s.name, r.name, o.robot_imei, o.pickup_code, o.source, o.created_at, o.paid_at
         from ${JOINED} where o.tenant_id = $1 and o.created_at >= $2 and o.created_at < $3 order by o.created_at, o.order_no`,
        [query.tenantId, query.from, query.to],
        { rowMode: 'array' },
      ),
    );
    for (;;) {
      const rows = await cursor.read(1_000);
      if (rows.length === 0) break;
      count += rows.length;
      await file.write(stringify(rows, { cast: { date: (at) => at.toISOString() } }));
    }
    await cursor.close();
  } finally {
    await file.close();
    client.release();
    await rm(path);
  }
  return { rows: count };
});

await app.listen({ host: '127.0.0.1', port: Number(process.env['FLOOR_PORT']) });
process.on('SIGTERM', () => process.exit(0));
