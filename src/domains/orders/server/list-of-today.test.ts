import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { OrderFilter } from '#domains/orders/contract/order.ts';
import { besideOwner } from '#platform/testing/beside-owner.ts';
import { compactOrderCounts } from './compact-counts.ts';
import { countOrders } from './order-count-store.ts';
import { toListQuery } from './order-list-query.ts';
import { findOrderRows } from './order-list-store.ts';
import { startTestTown, type TestShop, type TestTown } from './test-shop.ts';

const DAY_MS = 86_400_000;
const OF_TODAY = 300;
const OF_A_YEAR = 5_000;

let town: TestTown;
let owner: pg.Client;
let shop: TestShop;
besideOwner(startTestTown, (started, connected) => {
  town = started;
  owner = connected;
});

const today = (): Date => new Date(Math.floor(town.server.services.clock.now().getTime() / DAY_MS) * DAY_MS);

/** Orders that end before a moment, over a span before it. */
async function addOrders(name: string, count: number, before: Date, span: string): Promise<void> {
  await owner.query(
    `insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, status, step,
       refund_status, had_issue, currency, subtotal_minor, total_minor, payable_minor, paid_minor, price, goods_summary, cups,
       created_at, changed_at)
     select $1, $2 || n, $3, $4, $5, 1, 'app', 'card', case when n % 9 = 0 then 4 else 6 end, 3, case when n % 40 = 0 then 102 end, n % 50 = 0,
            'NOK', 100, 100, 100, 100, '{"taxMode": "inclusive", "taxes": []}', '1 × Latte', 1,
            $6::timestamptz - n * ($7::interval / $8), $6
       from generate_series(1, $8) n`,
    [shop.tenant.id, name, shop.spotId, shop.robot.id, shop.robot.imei, before, span, count],
  );
}

interface Read {
  readonly total: number;
  readonly shown: readonly string[];
  /** Of eight kilobytes, by all statements. */
  readonly pages: number;
  /** Tables that were walked through from end to end. */
  readonly walked: readonly string[];
}

/** The first page of a tab as the list asks for it, and what the database reads for it. */
async function readList(filter: OrderFilter, from: Date): Promise<Read> {
  const { services } = town.server;
  await compactOrderCounts.run(services, services.clock.now());
  for (const table of ['coffee_order', 'order_count_delta', 'order_count_month'])
    await owner.query(`vacuum analyze ${table}`);
  const list = { query: toListQuery({ filter, createdFrom: from.toISOString() }, null), advanced: null };
  return services.database.write(shop.tenant.id, async (db, client) => {
    const query = vi.spyOn(client, 'query');
    const { total } = await countOrders(db, list, false);
    const rows = await findOrderRows(db, list, { column: 'created_at', direction: 'desc', limit: 20, offset: 0 });
    const asked = (query.mock.calls as unknown as [{ text: string; values: unknown[] }][]).map(([one]) => one);
    query.mockRestore();
    let pages = 0;
    const walked: string[] = [];
    for (const { text, values } of asked) {
      const explained = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
      const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0];
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      const seen = JSON.stringify(plan).matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g);
      walked.push(...Array.from(seen, ([, table = '']) => table));
    }
    return { total, shown: rows.map(({ order_no }) => order_no), pages, walked };
  });
}

// a coordinator says nothing of the pages that its workers read
test.skipIf(process.env['TEST_CITUS']).each([
  ['all', OrderFilter.all],
  ['what failed', OrderFilter.abnormal],
  ['what went back', OrderFilter.refunded],
])('the list of today, %s, reads no more with five years behind it than with one', async (_tab, filter) => {
  shop = await town.openShop({ timeZone: 'UTC' });
  const from = today();
  await addOrders('T', OF_TODAY, new Date(from.getTime() + DAY_MS), '23 hours');
  await addOrders('Y', OF_A_YEAR, from, '1 year');
  const young = await readList(filter, from);
  await addOrders('O', 4 * OF_A_YEAR, new Date(from.getTime() - 366 * DAY_MS), '4 years');
  const old = await readList(filter, from);
  expect(young.shown.length).toBeGreaterThan(5);
  expect([old.total, old.shown]).toEqual([young.total, young.shown]);
  expect(old.walked).not.toContain('coffee_order');
  // an index may be a level higher
  expect(old.pages).toBeLessThanOrEqual(young.pages * 1.25);
});
