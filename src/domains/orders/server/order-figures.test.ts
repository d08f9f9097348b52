import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import {
  figureFields,
  ORDER_FIGURES,
  ORDER_VIEW_KEYS,
  ORDER_VIEWS,
  type OrderFigureName,
  type OrderView,
} from '#domains/orders/contract/order-figures.ts';
import type { OrderRow } from '#domains/orders/contract/order-record.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { dayRange, localDay } from '#platform/time/rules/local-day.ts';
import { compactOrderCounts } from './compact-counts.ts';
import { orderExport } from './order-export.ts';
import { startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
let shop: TestShop;
let elsewhere: Caller;
let lastDays: { createdFrom: string };
let today: { createdFrom: string; createdTo: string };
beforeAll(async () => {
  town = await startTestTown();
  // its days are not those of UTC, which the kept counts are made of
  shop = await town.openShop({ timeZone: 'Asia/Kolkata', currency: 'SEK' });
  elsewhere = await shop.tenant.staff(['order:view'], { spotIds: [shop.otherSpotId] });
  const day = localDay(town.server.services.clock.now(), 'Asia/Kolkata');
  const { from, before } = dayRange(day, day, 'Asia/Kolkata');
  today = { createdFrom: from.toISOString(), createdTo: before.toISOString() };
  lastDays = { createdFrom: new Date(from.getTime() - 29 * 86_400_000).toISOString() };
  await addRandomOrders(new Date(before), 900);
});
afterAll(() => town.stop());

/** Orders of any kind over the last forty days, every fourth one of today. */
async function addRandomOrders(until: Date, count: number): Promise<void> {
  const order = fc.record({
    status: fc.integer({ min: 1, max: 7 }),
    refund: fc.option(fc.integer({ min: 100, max: 104 })),
    hadIssue: fc.boolean(),
    paymentIssue: fc.integer({ max: 9, min: 0 }).map((one) => one === 0),
    cups: fc.integer({ min: 1, max: 4 }),
    paid: fc.integer({ min: 0, max: 90_000 }),
    refunded: fc.integer({ min: 0, max: 100 }),
    hoursAgo: fc.oneof({ weight: 1, arbitrary: fc.nat(23) }, { weight: 3, arbitrary: fc.nat(960) }),
    isElsewhere: fc.boolean(),
    currency: fc.constantFrom('SEK', 'NOK'),
  });
  const orders = fc.sample(order, { numRuns: count, seed: 20_261_122 });
  await shop.inside(async (tx) => {
    for (const [n, one] of orders.entries()) {
      const orderNo = `20260101${tx.tenantId}${String(80_000_000 + n)}`;
      const at = new Date(until.getTime() - one.hoursAgo * 3_600_000 - 1 - n);
      await sql`insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, status,
          step, refund_status, had_issue, payment_issue, currency, subtotal_minor, total_minor, payable_minor, paid_minor,
          refunded_minor, price, goods_summary, cups, created_at, changed_at)
        values (${tx.tenantId}, ${orderNo}, ${one.isElsewhere ? shop.otherSpotId : shop.spotId}, ${shop.robot.id},
          ${shop.robot.imei}, 2, 'app', 'card', ${one.status}, 0, ${one.refund}, ${one.hadIssue}, ${one.paymentIssue},
          ${one.currency}, ${one.paid}, ${one.paid}, ${one.paid}, ${one.paid}, ${Math.floor((one.paid * one.refunded) / 100)},
          '{"taxMode":"inclusive","taxes":[]}', '1 × Latte', ${one.cups}, ${at}, now())`.execute(tx.db);
      if (one.refund === 100 || one.refund === 101) {
        await sql`insert into order_refund (tenant_id, id, order_no, origin, status, amount_minor, currency, is_full,
            requested_by, requested_at)
          values (${tx.tenantId}, gen_random_uuid(), ${orderNo}, 'customer', ${one.refund}, 1, ${one.currency}, false, 'x', ${at})`.execute(
          tx.db,
        );
      }
    }
  });
}

type Filters = RequestInput<typeof orderEndpoints.totals>;

/** Every row of the list, page by page. */
async function rowsOf(filters: Filters, caller: Caller): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await town.server.call(orderEndpoints.page, { ...filters, pageNo, pageSize: 200 }, caller);
    rows.push(...page.records);
    if (rows.length >= page.total) return rows;
  }
}

/** Every row of the file. */
async function exportedOf(filters: Filters, spotIds: readonly string[] | null): Promise<string[]> {
  const { database } = town.server.services;
  const read = async (db: TenantDb): Promise<string[]> => {
    const ask = {
      request: filters,
      columns: ['orderNo'],
      owner: { isRoot: false, spotIds } as Actor,
      language: 'en-US' as const,
      form: {} as never,
      services: town.server.services,
    };
    const rows: string[] = [];
    for await (const batch of (await orderExport.open(db, ask)).batches)
      rows.push(...batch.map(([cell]) => String(cell)));
    return rows;
  };
  return database.read(shop.tenant.id, read, 'exports');
}

const added = (rows: readonly OrderRow[]) => ({
  orders: rows.length,
  cups: rows.filter((row) => row.paidMinor > 0 || row.status >= 3).reduce((all, row) => all + row.cups, 0),
  revenue: ['NOK', 'SEK'].map((currency) => ({
    currency,
    netMinor: rows
      .filter((row) => row.currency === currency)
      .reduce((all, row) => all + row.paidMinor - row.refundedMinor, 0),
  })),
});

const READERS = [
  { who: 'somebody who sees all spots', caller: () => shop.staff, spotIds: () => null },
  { who: 'somebody of one spot', caller: () => elsewhere, spotIds: () => [shop.otherSpotId] },
];

test.each(
  READERS.flatMap((reader) => (Object.keys(ORDER_FIGURES) as OrderFigureName[]).map((name) => ({ name, ...reader }))),
)('$name counts the rows of its list and of its export, for $who', async ({ name, caller, spotIds }) => {
  const { days, sum } = ORDER_FIGURES[name];
  const filters: Filters = { ...figureFields(name), ...(days === 'any' ? {} : days === 'today' ? today : lastDays) };
  const totals = await town.server.call(orderEndpoints.totals, filters, caller());
  const rows = await rowsOf(filters, caller());
  expect(rows.length).toBeGreaterThan(10);
  for (const currency of ['SEK', 'NOK']) expect(sum(totals, currency)).toBe(sum(added(rows), currency));
  expect((await exportedOf(filters, spotIds())).toSorted()).toEqual(rows.map((row) => row.orderNo).toSorted());
  if (days === 'today') {
    const { figures } = await town.server.call(insightEndpoints.statistics, {}, caller());
    for (const currency of ['SEK', 'NOK']) expect(sum(figures, currency)).toBe(sum(totals, currency));
  }
});

test('what was handed out in the end does not wait for anybody', async () => {
  const shown = await rowsOf(figureFields('failuresWaiting'), shop.staff);
  expect(shown.filter((row) => row.status === 6)).toEqual([]);
  expect((await rowsOf(ORDER_VIEWS.abnormal, shop.staff)).length).toBeGreaterThan(shown.length);
});

test('requests that wait are told with the age of the oldest, of any day', async () => {
  const rows = await rowsOf(ORDER_VIEWS.refunding, shop.staff);
  const { oldestRefundAt } = await town.server.call(orderEndpoints.totals, ORDER_VIEWS.refunding, shop.staff);
  expect(oldestRefundAt).toBe(rows.map((row) => row.createdAt).toSorted()[0]);
  expect(Date.parse(oldestRefundAt ?? '')).toBeLessThan(Date.parse(today.createdFrom));
});

const NARROWED: { how: string; filters: () => Omit<Filters, 'filter' | 'failed'> }[] = [
  { how: 'all', filters: () => ({}) },
  { how: 'of today', filters: () => today },
  { how: 'of one status', filters: () => ({ status: 4 }) },
  { how: 'of several states', filters: () => ({ status: '3,4,6', refundStatus: '!102' }) },
  { how: 'but some', filters: () => ({ status: '!6', refundStatus: '0,100' }) },
  { how: 'of a spot', filters: () => ({ spotId: shop.spotId }) },
  { how: 'of a robot', filters: () => ({ deviceImei: shop.robot.imei }) },
  { how: 'of an amount', filters: () => ({ payableFrom: 10_000, payableTo: 50_000 }) },
  { how: 'that were paid by card', filters: () => ({ paidBy: 'card', paid: true }) },
  { how: 'of another source', filters: () => ({ source: '!2' }) },
  { how: 'of a drink that nobody ordered', filters: () => ({ goodsId: shop.latteId }) },
];

test.each([{ kept: false }, { kept: true }])('every tab counts its rows (counts added up: $kept)', async ({ kept }) => {
  if (kept) for (let i = 0; i < 2; i += 1) await compactOrderCounts.run(town.server.services, new Date());
  for (const { caller } of READERS) {
    for (const { filters } of NARROWED) {
      const { views } = await town.server.call(orderEndpoints.viewCounts, filters(), caller());
      expect(views?.map(({ view }) => view)).toEqual([...ORDER_VIEW_KEYS]);
      for (const { view, orders } of views ?? []) {
        const shown = await rowsOf({ ...filters(), ...ORDER_VIEWS[view as OrderView] }, caller());
        expect({ view, orders }).toEqual({ view, orders: shown.length });
      }
    }
  }
});

test('the foot of the list adds up what the filters match', async () => {
  for (const { filters } of NARROWED) {
    const totals = await town.server.call(orderEndpoints.totals, filters(), shop.staff);
    const rows = await rowsOf(filters(), shop.staff);
    expect(totals.orders).toBe(rows.length);
    expect(totals.cups).toBe(added(rows).cups);
    const sums = totals.revenue?.map(({ currency, netMinor }) => ({ currency, netMinor }));
    expect(sums).toEqual(
      added(rows).revenue.filter(({ currency }) => rows.some((row) => row.currency === currency && row.paidMinor > 0)),
    );
  }
});
