import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { OrderFilter } from '#domains/orders/contract/order.ts';
import { orderNumber } from '#domains/orders/rules/order-number.ts';
import { besideOwner } from '#platform/testing/beside-owner.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';
import { endingOf, endsSo } from './order-ending.ts';
import { toListQuery } from './order-list-query.ts';
import { countMatching, findOrderRows } from './order-list-store.ts';
import { startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
let owner: pg.Client;
let shop: TestShop;
besideOwner(startTestTown, async (started, connected) => {
  town = started;
  owner = connected;
  shop = await town.openShop();
  await addOrders();
});

const FROM = new Date('2026-11-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const HOURS = 600;
const after = (hours: number): Date => new Date(FROM.getTime() + hours * HOUR_MS);

const ZONES = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'] as const;

/** An order an hour, in the days of a zone that changes each hour. */
async function addOrders(): Promise<void> {
  const { id: tenantId } = shop.tenant;
  const orders = Array.from({ length: HOURS }, (_, n) => {
    const at = after(n);
    const day = compactLocalDay(at, ZONES[n % ZONES.length]!);
    return {
      order_no: orderNumber({ day, tenantId, counter: 99_990_000 + n * 7 }),
      spot_id: shop.spotId,
      robot_id: shop.robot.id,
      robot_imei: 'R',
      channel: 'app',
      paid_by: 'card',
      status: 6,
      currency: 'NOK',
      subtotal_minor: 1,
      total_minor: 1,
      payable_minor: 1,
      price: '{}',
      goods_summary: '',
      cups: 1,
      created_at: at,
      changed_at: at,
    };
  });
  await town.server.services.database.write(tenantId, (db) => db.insertInto('coffee_order').values(orders).execute());
}

const found = (word: string, range: { from?: Date; to?: Date }, id = shop.tenant.id): Promise<string[]> =>
  town.server.services.database.read(id, async (db) => {
    const rows = await db
      .selectFrom('coffee_order')
      .select('order_no')
      .where(endsSo(endingOf(word)!, range))
      .$if(range.from !== undefined, (orders) => orders.where('created_at', '>=', range.from!))
      .$if(range.to !== undefined, (orders) => orders.where('created_at', '<', range.to!))
      .orderBy('created_at')
      .execute();
    return rows.map(({ order_no }) => order_no);
  });

test.each([
  {},
  { from: after(0), to: after(HOURS) },
  { from: after(100) },
  { to: after(500) },
  { from: after(23), to: after(24) },
  { from: after(25), to: after(26) },
])('what is found by an end is what ends so, at any length and in any zone: %j', async (range) => {
  const orders = await town.server.services.database.read(shop.tenant.id, (db) =>
    db.selectFrom('coffee_order').select(['order_no', 'created_at']).orderBy('created_at').execute(),
  );
  const within = orders.filter(
    ({ created_at: at }) => (!range.from || at >= range.from) && (!range.to || at < range.to),
  );
  const some = within.filter((_, index) => index % 97 === 0).map(({ order_no }) => order_no);
  const words = some.flatMap((number) => [4, 5, 7, 8, 9, 12].map((length) => number.slice(-length)));
  for (const word of [...words, '0000', '99999999', '1234'])
    expect([word, await found(word, range)]).toEqual([
      word,
      within.map(({ order_no }) => order_no).filter((number) => number.endsWith(word)),
    ]);
});

test('a tenant without an order has none that ends so, whatever the range', async () => {
  const { id } = await town.server.newTenant();
  const range = { from: new Date('1900-01-01T00:00:00Z'), to: new Date('9900-01-01T00:00:00Z') };
  expect(await found('1234', range, id)).toEqual([]);
  expect(await found('12345678', range, id)).toEqual([]);
});

/** So many orders spread over the last year, with the counters from `first` on; nothing is added up of them. */
async function addYear(to: TestShop, first: number, count: number): Promise<void> {
  await owner.query('alter table coffee_order disable trigger user');
  await owner.query(
    `insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, channel, paid_by, status, currency,
       subtotal_minor, total_minor, payable_minor, price, goods_summary, cups, created_at, changed_at)
     select $1, to_char(at at time zone 'UTC', 'YYYYMMDD') || $2::text || lpad(($3::int + n)::text, 8, '0'), $4, $5, 'R' || n % 200, 'app', 'card',
            6, 'NOK', 1, 1, 1, '{}', '', 1, at, at
       from generate_series(0, $6::int - 1) n
      cross join lateral (select $7::timestamptz - interval '1 year' + n * (interval '1 year' / $6::int) as at) moment`,
    [to.tenant.id, to.tenant.id, first, to.spotId, to.robot.id, count, town.server.services.clock.now()],
  );
  await owner.query('alter table coffee_order enable trigger user');
  await owner.query('vacuum analyze coffee_order');
}

interface Plan {
  readonly Plans?: readonly Plan[];
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
}
const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];
const ordersReadBy = (part: Plan): number =>
  part['Relation Name'] === 'coffee_order'
    ? (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0)) * part['Actual Loops']
    : 0;

/** What is found in a year, and how the database comes to it: for the total, then for the page. */
async function search(at: TestShop, word: string) {
  const { services } = town.server;
  const createdFrom = new Date(services.clock.now().getTime() - 366 * 24 * HOUR_MS).toISOString();
  const list = { query: toListQuery({ filter: OrderFilter.all, search: word, createdFrom }, null), advanced: null };
  return services.database.write(at.tenant.id, async (db, client) => {
    const query = vi.spyOn(client, 'query');
    const counted = await countMatching(db, list)!.execute();
    const rows = await findOrderRows(db, list, { column: 'created_at', direction: 'desc', limit: 20, offset: 0 });
    const sent = (query.mock.calls as unknown as [{ text: string; values: unknown[] }][]).map(([one]) => one);
    query.mockRestore();
    const { rows: roles } = await client.query('select current_user as role');
    const plans: Plan[] = [];
    for (const { text, values } of sent) {
      const explained = await client.query(`explain (analyze, format json) ${text}`, [...values]);
      plans.push(explained.rows[0]['QUERY PLAN'][0].Plan);
    }
    return {
      role: roles[0].role,
      total: Number(counted[0]!.orders),
      shown: rows.map(({ order_no }) => order_no),
      // by the part of a plan that reads most
      orders: Math.max(...plans.flatMap(partsOf).map(ordersReadBy)),
      named: plans.map((plan) =>
        partsOf(plan).some(
          (part) => part['Index Name'] === 'coffee_order_pkey' && /order_no = ANY/.test(part['Index Cond'] ?? ''),
        ),
      ),
    };
  });
}

// a coordinator says nothing of the plans of its workers
test.skipIf(process.env['TEST_CITUS'])(
  'below row policies a search takes the primary key, and reads no more orders than a year has days',
  async () => {
    const other = await town.openShop({ timeZone: 'UTC' });
    await addYear(other, 40_000, 60_000);
    for (const word of ['00051234', '51234']) {
      const { orders, shown, ...found } = await search(other, word);
      expect(found).toEqual({ role: 'app', total: 1, named: [true, true] });
      expect(shown).toEqual([expect.stringMatching(/00051234$/)]);
      expect(orders).toBeLessThan(370);
    }
  },
);

test.each(['123', '1234567890123', '12a4', ''])('"%s" is no end of a number', (word) => {
  expect(endingOf(word)).toBeUndefined();
});
