import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findForecasts } from '#domains/beverages/server/index.ts';
import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { OrderFilter, OrderType } from '#domains/orders/contract/order.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { DEMO_TENANTS } from '../../../db/seed/demo-catalogue.ts';
import { seedInstallation } from '../../../db/seed/seed-installation.ts';
import english from '../../domains/orders/locales/en-US.json' with { type: 'json' };
import chinese from '../../domains/orders/locales/zh-CN.json' with { type: 'json' };
import { slices } from './slices.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ env: { DEMO: 'on' } });
  const started = performance.now();
  await seedInstallation(product.services, slices);
  console.info(`the demo was seeded in ${Math.round(performance.now() - started)} ms`);
}, 180_000);
afterAll(() => product?.stop());

function books<Row extends object>(sql: string): Promise<Row[]> {
  return product.services.database.acrossTenants('books of the history', async (_db, client) => {
    await client.query("select set_config('role', 'none', true)");
    return (await client.query<Row>(sql)).rows;
  });
}

async function count(sql: string): Promise<Record<string, number>> {
  return (await books<Record<string, number>>(sql))[0]!;
}

test.each(['1000', '1001'])(
  'tenant %s has ninety days of business that grows, with every kind of order',
  async (id) => {
    const kinds = await count(`
    select count(*) as orders, count(distinct left(o.order_no, 8)) as days, sum(cups)::bigint as cups,
      count(*) filter (where cups > 2) as for_others,
      count(*) filter (where exists (select from order_line l where l.tenant_id = o.tenant_id and l.order_no = o.order_no
        and l.options <> '[]')) as with_options,
      count(*) filter (where created_at > now() - interval '30 days') as month,
      count(*) filter (where created_at <= now() - interval '30 days' and created_at > now() - interval '60 days') as month_before
    from coffee_order o where tenant_id = ${id}`);
    expect(kinds['orders']).toBeGreaterThan(9_000);
    expect(kinds['orders']).toBeLessThan(16_000);
    // a day that has just begun may have none yet
    expect(kinds['days']).toBeGreaterThanOrEqual(89);
    expect(kinds['cups']).toBeGreaterThan(kinds['orders']!);
    expect(kinds['for_others']).toBeGreaterThan(300);
    expect(kinds['with_options']).toBeGreaterThan(2_000);
    expect(kinds['month']).toBeGreaterThan(kinds['month_before']! * 1.05);
  },
);

test.each(['1000', '1001'])('tenant %s has ninety days of rentals whose books agree', async (id) => {
  const sums = await count(`
    select count(*)::int as rentals, count(distinct created_at::date)::int as days,
      count(*) filter (where step = 'out')::int as open, count(*) filter (where status = 6)::int as bought,
      count(*) filter (where step = 'cancelled')::int as not_lent,
      count(*) filter (where paid_minor <> (select coalesce(sum(p.amount_minor), 0) from payment p
        where p.tenant_id = o.tenant_id and p.rental_order_no = o.order_no and p.status = 'succeeded'))::int as unpaid_sums,
      count(*) filter (where refunded_minor <> (select coalesce(sum(p.refunded_minor), 0) from payment p
        where p.tenant_id = o.tenant_id and p.rental_order_no = o.order_no))::int as refund_sums,
      count(*) filter (where status in (4, 6) and paid_minor <> fee_minor)::int as unpaid
    from rental_order o where tenant_id = ${id}`);
  expect(sums).toMatchObject({ open: 3, unpaid_sums: 0, refund_sums: 0, unpaid: 0 });
  expect(sums['rentals']).toBeGreaterThan(500);
  expect(sums['days']).toBeGreaterThanOrEqual(88);
  expect(Math.min(sums['bought']!, sums['not_lent']!)).toBeGreaterThan(0);
  const waiting = await count(`
    select (select count(*) from rental_refund where tenant_id = ${id} and waiting)::int as refunds,
           (select count(*) from rental_repair where tenant_id = ${id} and waiting)::int as repairs,
           (select count(*) from rental_repair where tenant_id = ${id} and state = 'settled')::int as settled`);
  expect(waiting['refunds']).toBe(2);
  expect(waiting['repairs']).toBe(3);
  expect(waiting['settled']).toBeGreaterThan(2);
  // no unit is with two customers, or lent where it does not lie
  const twice = await count(`
    select count(*)::int as rentals from rental_order a join rental_order b
      on a.tenant_id = b.tenant_id and a.serial = b.serial and a.started_at < b.started_at
     where a.tenant_id = ${id} and coalesce(a.ended_at, now()) > b.started_at`);
  expect(twice['rentals']).toBe(0);
});

test('one spot of each sells day and night, the others while their doors are open, and less at the weekend', async () => {
  const spots = await books<{ tenant_id: number; service_time: string; hours: number; weekend: number }>(`
    select s.tenant_id, s.service_time, count(distinct extract(hour from o.created_at at time zone t.time_zone))::int as hours,
      (count(*) filter (where extract(isodow from o.created_at at time zone t.time_zone) >= 6) / 2.0
        / (count(*) filter (where extract(isodow from o.created_at at time zone t.time_zone) < 6) / 5.0))::float as weekend
    from spot s join tenant t using (tenant_id) join coffee_order o on o.tenant_id = s.tenant_id and o.spot_id = s.id
    group by s.tenant_id, s.id, s.service_time`);
  for (const { service_time, hours, weekend } of spots) {
    expect(hours).toBe(service_time === '00:00-24:00' ? 24 : 17);
    expect(weekend).toBeLessThan(service_time === '00:00-24:00' ? 1.1 : 0.9);
  }
  const open = spots.filter(({ service_time }) => service_time === '00:00-24:00');
  expect(open.map(({ tenant_id }) => Number(tenant_id)).toSorted()).toEqual([1000, 1001]);
});

test('people buy in the ways that their tenant has', async () => {
  const ways = await books<{ tenant_id: number; ways: string[] }>(
    'select tenant_id, array_agg(distinct channel order by channel) as ways from coffee_order group by 1 order by 1',
  );
  expect(ways.map(({ ways: of }) => of)).toEqual([
    ['app', 'kiosk'],
    ['app', 'kiosk', 'miniprogram'],
    ['app', 'kiosk'],
  ]);
});

test('the demo’s tenants and spots have a name in both languages', async () => {
  const named = await books<{ name: string; name_zh: string }>(
    'select name, name_zh from tenant union all select name, name_zh from spot',
  );
  expect(named).toHaveLength(4 + DEMO_TENANTS.flatMap(({ spots }) => spots).length);
  for (const { name, name_zh } of named) {
    expect(name).toMatch(/^[A-Za-z ]+$/);
    expect(name_zh).toMatch(/^\p{Script=Han}+$/u);
  }
});

test('why a cup failed is given as a code that has words in both languages', async () => {
  const failures = await books<{ failure: string }>(
    'select distinct failure from order_drink where failure is not null',
  );
  expect(failures.length).toBeGreaterThan(2);
  for (const { failure } of failures)
    for (const words of [english, chinese]) expect(words.drink.failure).toHaveProperty(failure);
});

test('what orders, payments and refunds say about money is one and the same', async () => {
  const wrong = await count(`
    select
      (select count(*) from coffee_order o where o.paid_minor <> coalesce((select sum(p.amount_minor) from payment p
        where p.tenant_id = o.tenant_id and p.order_no = o.order_no and p.status = 'succeeded'), 0)) as unpaid,
      (select count(*) from coffee_order o where o.refunded_minor <> coalesce((select sum(r.amount_minor) from order_refund r
        where r.tenant_id = o.tenant_id and r.order_no = o.order_no and r.status = 102), 0)) as unreturned,
      (select count(*) from payment p where p.refunded_minor <> coalesce((select sum(r.amount_minor) from payment_refund r
        where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.state = 'succeeded'), 0)) as unsettled,
      (select count(*) from coffee_order where created_at > now() or changed_at > now()) as future,
      (select count(*) from order_event where at > now()) as future_events,
      (select count(*) from coffee_order where status in (1, 3, 5)) as unfinished,
      (select count(*) from (select sum(orders) from order_count_delta having sum(orders) <> (select count(*) from coffee_order)) d) as miscounted`);
  expect(wrong).toEqual({
    unpaid: 0,
    unreturned: 0,
    unsettled: 0,
    future: 0,
    future_events: 0,
    unfinished: 0,
    miscounted: 0,
  });
});

test.each(['1000', '1001'])('the orders of tenant %s show every kind of sale, of coupon and of card', async (id) => {
  const staff = await staffOf(id);
  // rows of one page: on a busy machine the total is an estimate
  const found = async (filter: object): Promise<number> =>
    (await product.call(orderEndpoints.page, { filter: OrderFilter.all, ...filter }, staff)).records.length;
  for (const orderType of Object.values(OrderType))
    expect(await found({ orderType }), `order type ${orderType}`).toBeGreaterThan(0);
  for (const type of Object.values(CouponType))
    expect(await found({ couponType: type }), `coupon type ${type}`).toBeGreaterThan(0);
  expect(await found({ barcodeUsed: true })).toBeGreaterThan(5);
  // as the tenant itself: nobody reads coupons across tenants
  const wrong = await product.services.database.read(id, (db) =>
    sql`
    select (select count(*) from coupon c where c.tenant_id = ${THIS_TENANT} and (used, cost_minor) <>
             (select count(*), coalesce(sum(discount_minor), 0) from coupon_use u
               where u.tenant_id = ${THIS_TENANT} and u.coupon_id = c.id and u.state = 'used'))::int as coupons,
           (select count(*) from coupon c where c.tenant_id = ${THIS_TENANT} and issued <>
             (select count(*) from coupon_code k
               where k.tenant_id = ${THIS_TENANT} and k.coupon_id = c.id and kind <> 'custom'))::int as codes,
           (select count(*) from coupon_code k where k.tenant_id = ${THIS_TENANT} and uses <>
             (select count(*) from coupon_use u
               where u.tenant_id = ${THIS_TENANT} and u.code_id = k.id and u.state = 'used'))::int as uses,
           (select count(*) from coffee_order o left join coupon_use u using (tenant_id, order_no)
             where tenant_id = ${THIS_TENANT} and coupon is not null
               and u.discount_minor is distinct from o.discount_minor)::int as discounts,
           (select count(*) from coffee_order where tenant_id = ${THIS_TENANT} and coupon ->> 'type' in ('5', '6')
             and paid_by <> 'pos')::int as strangers`.execute(db),
  );
  expect(wrong.rows).toEqual([{ coupons: 0, codes: 0, uses: 0, discounts: 0, strangers: 0 }]);
});

test('customers who wait for an answer wait in the notices too', async () => {
  const { waiting, notified } = await count(`
    select (select count(*) from order_refund where status = 100 and provider_state is null) as waiting,
      (select count(*) from notice n join order_refund r on r.tenant_id = n.tenant_id and n.key = 'refund-requested/' || r.id) as notified`);
  expect(waiting).toBeGreaterThan(0);
  expect(notified).toBe(waiting);
});

test.each(DEMO_TENANTS.map(({ tenantId }) => tenantId))(
  'every kind of past order of tenant %s can be read',
  async (tenantId) => {
    const staff = await staffOf(tenantId);
    const statistics = await product.call(insightEndpoints.statistics, {}, staff);
    expect(statistics.series.length).toBeGreaterThan(0);
    for (const filter of Object.values(OrderFilter)) {
      const { total } = await product.call(orderEndpoints.page, { filter, pageSize: 50 }, staff);
      if (filter === OrderFilter.processing) expect(total).toBe(0);
      else expect(total, `list ${filter}`).toBeGreaterThan(0);
    }
    const kinds = await books<{ kind: string; order_no: string }>(
      `select concat(status, '/', coalesce(refund_status, 0)) as kind, min(order_no) as order_no
       from coffee_order where tenant_id = ${tenantId} group by kind`,
    );
    for (const { order_no: orderNo } of kinds) {
      const order = await product.call(orderEndpoints.detail, { orderNo }, staff);
      const { money } = order;
      expect(money.subtotalMinor - money.discountMinor + money.extraMinor + money.roundingAdjustmentMinor).toBe(
        money.payableMinor,
      );
      expect(order.timeline.length).toBeGreaterThan(1);
      const payments = await product.call(orderEndpoints.payments, { orderNo }, staff);
      expect(payments.filter((payment) => payment.status === 'succeeded')).toHaveLength(order.paidAt ? 1 : 0);
    }
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['6/0', '4/102', '4/0', '2/0', '7/0', '6/100', '6/102', '6/103']),
    );
  },
);

async function staffOf(tenantId: string): Promise<Caller> {
  const token = randomBytes(32).toString('base64url');
  const now = product.services.clock.now();
  await product.services.database.identity(async (db) => {
    const root = await db.selectFrom('staff_user').select('id').where('is_root', '=', true).executeTakeFirstOrThrow();
    await db
      .insertInto('staff_session')
      .values({
        token_digest: sha256(token),
        user_id: root.id,
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
        idle_seconds: 3_600,
      })
      .execute();
  });
  return { token, tenantId };
}

test('a second start adds nothing', async () => {
  const tables = `select (select count(*) from coffee_order) as orders, (select count(*) from webhook) as webhooks,
    (select count(*) from access_request) as requests,
    (select count(*) from invitation) as invitations, (select count(*) from broker_move) as moves`;
  const before = await count(tables);
  expect(before).toMatchObject({ webhooks: DEMO_TENANTS.length, requests: 1, invitations: 6, moves: 2 });
  await seedInstallation(product.services, slices);
  expect(await count(tables)).toEqual(before);
});

test.each(['1000', '1001', '1002'])(
  'tenant %s wrote to its customers by hand, and stopped one message',
  async (tenantId) => {
    const runs = () =>
      product.services.database.read(tenantId, (db) =>
        db.selectFrom('push_run').select(['state', 'total', 'sent', 'stopped']).orderBy('requested_at').execute(),
      );
    const before = await runs();
    expect(before.map(({ state }) => state)).toEqual(['done', 'stopped', 'done']);
    for (const { total, sent, stopped } of before) {
      expect(sent).toBeGreaterThan(0);
      expect(sent + stopped).toBe(total);
    }
    await seedInstallation(product.services, slices);
    expect(await runs()).toEqual(before);
  },
);

test('what people left behind is there once, also where the first start was ended between two of them', async () => {
  const traces = `select (select count(*) from audit_row where action = 'spot:edit') as edits,
    (select count(*) from export_job where kind in ('robots', 'suppliers')) as files,
    (select count(*) from log_download) as logs, (select count(*) from user_agent) as delegates,
    (select count(*) from device_quarantine) as refused`;
  const before = await count(traces);
  expect(before).toMatchObject({ edits: 6, files: 4, logs: 4, refused: 6 });
  await product.services.database.acrossTenants('a start that was ended', (db) =>
    db.deleteFrom('log_download').execute(),
  );
  await seedInstallation(product.services, slices);
  expect(await count(traces)).toEqual(before);
});

test('the webhook of the demo follows the simulator until somebody saves it', async () => {
  const { services } = product;
  const url = () => count('select url from webhook where tenant_id = 1000') as Promise<{ url: unknown }>;
  const own = await url();
  const move = (updated_by: string | null) =>
    services.database.write('1000', (db) =>
      db.updateTable('webhook').set({ url: 'http://127.0.0.1:1/api/events', updated_by }).execute(),
    );
  await move(null);
  await seedInstallation(services, slices);
  expect(await url()).toEqual(own);
  await move('Ingrid Aasen');
  await seedInstallation(services, slices);
  expect(await url()).toEqual({ url: 'http://127.0.0.1:1/api/events' });
});

test.each([
  ['1000', ['Entrance', 'Hall south', 'Reading room']],
  ['1001', ['候车大厅']],
])('tenant %s has robots that run out today, by the forecast, and wait for somebody', async (tenantId, names) => {
  const { services } = product;
  const { fleet } = await seedInstallation(services, slices);
  const waiting = fleet!.robots.filter((robot) => robot.tenantId === tenantId && robot.waitsForRefill);
  expect(waiting.map(({ name }) => name).sort()).toEqual(names);
  await services.database.read(tenantId, async (db) => {
    const now = services.clock.now();
    const { time_zone: zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const midnight = startOfDay(addDays(localDay(now, zone), 1), zone).getTime();
    const robots = await db
      .selectFrom('robot')
      .select(['id', 'name', 'imei'])
      .where('spot_id', 'is not', null)
      .execute();
    const held = await db
      .selectFrom('robot_material as held')
      .innerJoin('material', 'material.id', 'held.material_id')
      .select(['held.robot_id', 'held.material_id', 'held.level', 'material.code'])
      .execute();
    const forecasts = await findForecasts(
      db,
      robots.map(({ id }) => id),
      now,
    );
    const runsOut = ({ robot_id, material_id, level }: (typeof held)[number]): boolean => {
      const hours = level <= 0 ? 0 : (forecasts.get(robot_id)?.get(material_id) ?? Number.POSITIVE_INFINITY);
      return now.getTime() + hours * 3_600_000 < midnight;
    };
    const found = robots.filter(({ id }) => held.some((one) => one.robot_id === id && runsOut(one)));
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    // the machine begins with what the book says
    for (const { imei, materials } of waiting) {
      const id = robots.find((robot) => robot.imei === imei)!.id;
      for (const { code, level } of materials)
        expect(held.find((one) => one.robot_id === id && one.code === code)!.level).toBe(level);
    }
  });
});
