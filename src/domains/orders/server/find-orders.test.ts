import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { OrderFilter, type OrderStatus } from '#domains/orders/contract/order.ts';
import { isShownUnder } from '#domains/orders/rules/order-filter.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import type { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { groupsOf } from '#platform/ids/rules/grouped-number.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { addDays, localDay } from '#platform/time/rules/local-day.ts';
import { compactOrderCounts } from './compact-counts.ts';
import { startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown();
  shop = await town.openShop();
  await addOrders(600);
});
afterAll(() => town.stop());

type Request = RequestInput<typeof orderEndpoints.page>;
const page = (request: Request = {}, caller = shop.staff) => town.server.call(orderEndpoints.page, request, caller);

/** Orders of every kind, spread over sixteen weeks, some at the same instant. */
async function addOrders(count: number): Promise<void> {
  await shop.inside((tx) =>
    sql`insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, status, step,
          refund_status, had_issue, payment_issue, currency, subtotal_minor, total_minor, payable_minor, paid_minor, price,
          goods_summary, cups, created_at, changed_at)
        select ${tx.tenantId}, '20270101' || ${tx.tenantId} || lpad((90000000 + n)::text, 8, '0'),
          case when n % 3 = 0 then ${shop.otherSpotId}::uuid else ${shop.spotId}::uuid end, ${shop.robot.id}::uuid,
          ${shop.robot.imei}, n % 4, 'app', 'card', 1 + n % 7, 0,
          case when n % 5 = 0 then 100 + (n / 5) % 5 end, n % 11 = 0, n % 17 = 0, 'NOK', n, n, n, n,
          jsonb_build_object('taxMode', 'inclusive', 'taxes', '[]'::jsonb), '1 × Latte', 1,
          timestamptz '2026-12-01 00:00Z' + (n / 2) * interval '9 hours', now()
          from generate_series(1, ${count}) n
        on conflict do nothing`.execute(tx.db),
  );
}

async function everything() {
  return shop.inside((tx) =>
    tx.db
      .selectFrom('coffee_order')
      .select(['order_no', 'status', 'refund_status', 'had_issue', 'payment_issue', 'created_at', 'spot_id', 'source'])
      .orderBy('created_at', 'desc')
      .orderBy('order_no', 'desc')
      .execute(),
  );
}

const RANGES: { name: string; createdFrom?: string; createdTo?: string }[] = [
  { name: 'all time' },
  { name: 'from within a day', createdFrom: '2026-12-05T07:30:00Z' },
  { name: 'to within a day', createdTo: '2026-12-21T17:00:01Z' },
  { name: 'cut at both ends', createdFrom: '2026-12-05T07:30:00+01:00', createdTo: '2026-12-28T05:00:00Z' },
  { name: 'whole days', createdFrom: '2026-12-05T00:00:00Z', createdTo: '2026-12-28T00:00:00Z' },
  { name: 'over months', createdFrom: '2026-12-05T07:30:00Z', createdTo: '2027-03-09T05:00:00Z' },
  { name: 'whole months', createdFrom: '2027-01-01T00:00:00Z', createdTo: '2027-03-01T00:00:00Z' },
  { name: 'from a month on', createdFrom: '2027-01-01T00:00:00Z' },
  { name: 'within one day', createdFrom: '2026-12-05T01:00:00Z', createdTo: '2026-12-05T22:00:00Z' },
  { name: 'over one midnight', createdFrom: '2026-12-05T23:00:00Z', createdTo: '2026-12-06T01:00:00Z' },
  { name: 'empty', createdFrom: '2020-01-01T00:00:00Z', createdTo: '2020-02-01T00:00:00Z' },
];

describe.each([{ counts: 'as they were appended' }, { counts: 'after they were added up' }])(
  'counts $counts',
  ({ counts }) => {
    beforeAll(async () => {
      if (counts.startsWith('after')) {
        for (let i = 0; i < 2; i += 1) await compactOrderCounts.run(town.server.services, new Date());
      }
    });

    test.each(RANGES)(
      'every tab over $name shows what the rule says, with an exact total',
      async ({ name: _, ...range }) => {
        const rows = await everything();
        const inRange = rows.filter(
          (row) =>
            (!range.createdFrom || row.created_at >= new Date(range.createdFrom)) &&
            (!range.createdTo || row.created_at < new Date(range.createdTo)),
        );
        for (const filter of Object.values(OrderFilter)) {
          const expected = inRange
            .filter((row) =>
              isShownUnder(filter, {
                status: row.status as OrderStatus,
                refundStatus: row.refund_status as RefundStatus | null,
                hadIssue: row.had_issue,
                paymentIssue: row.payment_issue,
              }),
            )
            .map((row) => row.order_no);
          const answer = await page({ filter, pageSize: 200, ...range });
          expect(answer.total, `filter ${filter}`).toBe(expected.length);
          expect(answer.records.map((row) => row.orderNo)).toEqual(expected.slice(0, 200));
          const pages = Math.ceil(expected.length / 7);
          for (const pageNo of [2, Math.ceil(pages / 2), pages, pages + 1].filter((no) => no > 0)) {
            const deep = await page({ filter, pageSize: 7, pageNo, ...range });
            expect(deep.records.map((row) => row.orderNo)).toEqual(expected.slice((pageNo - 1) * 7, pageNo * 7));
          }
          const oldest = await page({ filter, pageSize: 7, pageNo: 3, column: 'createdAt', order: 'asc', ...range });
          expect(oldest.records.map((row) => row.orderNo)).toEqual(expected.toReversed().slice(14, 21));
        }
      },
    );

    test('status, spot, source, robot and amount narrow and sort', async () => {
      const rows = await everything();
      const of = (keep: (row: (typeof rows)[number]) => boolean) => rows.filter(keep).length;
      expect((await page({ status: 6 })).total).toBe(of((row) => row.status === 6));
      expect((await page({ status: 6, filter: 1 })).total).toBe(0);
      expect((await page({ spotId: shop.otherSpotId, status: 3 })).total).toBe(
        of((row) => row.spot_id === shop.otherSpotId && row.status === 3),
      );
      expect((await page({ source: 2 })).total).toBe(of((row) => row.source === 2));
      expect((await page({ deviceImei: shop.robot.imei })).total).toBe(rows.length);
      expect((await page({ spotId: 'nowhere' })).total).toBe(0);
      const dearest = await page({
        column: 'payableMinor',
        order: 'desc',
        pageSize: 3,
        createdFrom: '2026-12-01T00:00:00Z',
      });
      expect(dearest.records.map((row) => row.payableMinor)).toEqual([600, 599, 598]);
      const here = await shop.tenant.staff(['order:view'], { spotIds: [shop.otherSpotId] });
      expect((await page({}, here)).total).toBe(of((row) => row.spot_id === shop.otherSpotId));
    });

    test('a new order and every change of one are in the next total', async () => {
      const before = (await page()).total;
      const open = (await page({ filter: 1 })).total;
      const { orderNo } = await shop.paidOrder();
      expect((await page()).total).toBe(before + 1);
      expect((await page({ filter: 1 })).total).toBe(open + 1);
      const refunding = (await page({ filter: 4 })).total;
      await town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 100, reason: 'test' }, shop.staff);
      // the provider may have been quick
      expect([refunding + 1, refunding]).toContain((await page({ filter: 4 })).total);
      await town.server.runDue();
      expect((await page({ filter: 4 })).total).toBe(refunding);
      expect((await page({ filter: 1 })).total).toBe(open + 1);
    });
  },
);

test('orders are found by number, by its beginning and its end, by IMEI and by the code that a customer says', async () => {
  const { orderNo, pickupCode } = await shop.paidOrder();
  expect((await page({ search: orderNo })).records.map((row) => row.orderNo)).toEqual([orderNo]);
  expect((await page({ search: orderNo.slice(0, 12) })).records.some((row) => row.orderNo === orderNo)).toBe(true);
  expect((await page({ search: pickupCode! })).records.map((row) => row.orderNo)).toContain(orderNo);
  expect((await page({ search: groupsOf(orderNo)!.join('-') })).records.map((row) => row.orderNo)).toEqual([orderNo]);
  const ending = orderNo.slice(-8);
  expect((await page({ search: ending })).records.map((row) => row.orderNo)).toEqual([orderNo]);
  expect((await page({ search: orderNo.slice(-4) })).records.map((row) => row.orderNo)).toContain(orderNo);
  expect((await page({ search: orderNo.slice(-3) })).total).toBe(0);
  expect((await page({ search: shop.robot.imei, pageSize: 1 })).total).toBe((await page()).total);
  expect((await page({ search: "%' or 1=1 --" })).total).toBe(0);
});

test.each([
  { createdFrom: '1900-01-02T12:00:00Z', some: true },
  { createdTo: '1900-01-02T12:00:00Z', some: false },
  { createdFrom: '9998-12-15T00:00:00Z', some: false },
  { createdTo: '9998-12-30T23:59:59+14:00', some: true },
])('a range at the end of all time is one too: %j', async ({ some, ...range }) => {
  const page = await town.server.call(orderEndpoints.page, { ...range, pageSize: 1, pageNo: 2 }, shop.staff);
  expect(page.total > 0).toBe(some);
});

test('a reversed range is refused', async () => {
  const request = { createdFrom: '2027-01-02T00:00:00Z', createdTo: '2027-01-01T00:00:00Z' };
  await expect(page(request)).rejects.toMatchObject({ problem: 'order.list.range-reversed' });
});

test('added-up counts are few, and equal to the orders, per day and per month', async () => {
  for (let change = 0; change < 2; change += 1) {
    await shop.paidOrder();
    await compactOrderCounts.run(town.server.services, new Date());
    const { rows } = await shop.inside((tx) =>
      sql<Record<'daily' | 'monthly' | 'orders' | 'waiting' | 'different', number>>`
        /* names no tenant */
        with months as (
          select date_trunc('month', created_at at time zone 'UTC')::date as month, status, count(*) as orders
            from coffee_order group by 1, 2
        ), kept as (select month, status, sum(orders)::bigint as orders from order_count_month group by 1, 2)
        select (select sum(orders) from order_count_delta) as daily, (select sum(orders)::bigint from kept) as monthly,
               (select count(*) from coffee_order) as orders,
               (select count(*) from order_count_delta where not merged) as waiting,
               (select count(*) from kept full join months using (month, status)
                 where coalesce(kept.orders, 0) <> coalesce(months.orders, 0)) as different`.execute(tx.db),
    );
    const { daily, monthly, orders, waiting, different } = rows[0]!;
    expect({ daily, monthly, waiting, different }).toEqual({
      daily: orders,
      monthly: orders,
      waiting: 0,
      different: 0,
    });
  }
});

test('the figures of a day add up and name the hours without orders too', async () => {
  const cafe = await town.openShop({ timeZone: 'Asia/Kolkata', currency: 'EUR', priceMinor: 350 });
  const first = await cafe.paidOrder([{ goodsId: cafe.latteId, quantity: 2 }]);
  await cafe.order();
  await town.server.call(
    refundEndpoints.refund,
    { orderNo: first.orderNo, amountMinor: 100, reason: 'test' },
    cafe.staff,
  );
  await town.server.runDue();
  const today = await town.server.call(insightEndpoints.statistics, {}, cafe.staff);
  expect(today).toMatchObject({
    timeZone: 'Asia/Kolkata',
    bucket: 'hour',
    figures: {
      orders: 2,
      paidOrders: 1,
      cups: 2,
      revenue: [{ currency: 'EUR', paidMinor: 700, refundedMinor: 100, netMinor: 600 }],
      refundedOrders: 1,
      openRefunds: 0,
    },
    previous: { orders: 0, revenue: [] },
  });
  expect(today.series).toHaveLength(24);
  expect(today.series.reduce((sum, hour) => sum + hour.orders, 0)).toBe(2);
  expect(today.byStatus.reduce((sum, one) => sum + one.orders, 0)).toBe(2);
  const toDay = localDay(town.server.services.clock.now(), 'Asia/Kolkata');
  const fromDay = addDays(toDay, -29);
  const month = await town.server.call(insightEndpoints.statistics, { fromDay, toDay }, cafe.staff);
  expect(month).toMatchObject({ bucket: 'day', figures: { orders: 2 } });
  expect(month.series).toHaveLength(30);
  await expect(
    town.server.call(insightEndpoints.statistics, { fromDay: '2020-01-01', toDay }, cafe.staff),
  ).rejects.toMatchObject({ problem: 'order.statistics.range-too-long' });
});

test.each([
  // clocks go back over midnight: 01:00 becomes 00:00
  { timeZone: 'Atlantic/Azores', at: '2026-10-25T12:00:00Z', fromDay: '2026-10-23', toDay: '2026-10-25', place: 2 },
  // clocks go forward by half an hour
  {
    timeZone: 'Australia/Lord_Howe',
    at: '2026-10-04T05:10:00Z',
    fromDay: '2026-10-04',
    toDay: '2026-10-04',
    place: 15,
  },
])('an order of a day on which clocks change in $timeZone stands in the series', async ({ at, place, ...days }) => {
  const cafe = await town.openShop({ timeZone: days.timeZone });
  const { orderNo } = await cafe.order();
  await cafe.inside((tx) =>
    tx.db
      .updateTable('coffee_order')
      .set({ created_at: new Date(at) })
      .where('order_no', '=', orderNo)
      .execute(),
  );
  const { fromDay, toDay } = days;
  const { figures, series } = await town.server.call(insightEndpoints.statistics, { fromDay, toDay }, cafe.staff);
  expect(figures.orders).toBe(1);
  expect(series.flatMap(({ orders }, index) => (orders > 0 ? [index] : []))).toEqual([place]);
});

test('orders whose making or payment went wrong, and those whose money has gone back, are filters beside the tabs', async () => {
  const cafe = await town.openShop();
  const failed = (await cafe.paidOrder()).orderNo;
  await cafe.inside(async ({ db }) => {
    await db.updateTable('coffee_order').set({ had_issue: true }).where('order_no', '=', failed).execute();
  });
  const back = (await cafe.paidOrder()).orderNo;
  await cafe.inside(async ({ db }) => {
    await db.updateTable('coffee_order').set({ refunded_minor: 100 }).where('order_no', '=', back).execute();
  });
  const found = async (filters: object): Promise<string[]> => {
    const page = await town.server.call(orderEndpoints.page, filters, cafe.staff);
    const totals = await town.server.call(orderEndpoints.totals, filters, cafe.staff);
    expect(totals.orders).toBe(page.total);
    return page.records.map(({ orderNo }) => orderNo);
  };
  expect(await found({ processAnomaly: true })).toEqual([failed]);
  expect(await found({ processAnomaly: false })).toEqual([back]);
  expect(await found({ refunded: true })).toEqual([back]);
  expect(await found({ refunded: false, filter: -1 })).toEqual([failed]);
  expect(await found({ filter: 3, processAnomaly: false })).toEqual([]);
  await expect(found({ refunded: 'perhaps' })).rejects.toMatchObject({ answer: { status: 400 } });
});

describe('what an order brought along, and what kind it is', () => {
  const coupon = newId();
  const KINDS = [
    { no: 1, coupon: { couponId: coupon, title: 'Spring', titleZh: '春天', type: 4 }, barcode: true },
    { no: 2, coupon: { couponId: newId(), title: 'Kiosk', titleZh: '', type: 5 }, remade: true },
    { no: 3, payable: 0 },
    { no: 4 },
  ];
  let kinds: TestShop;
  const numberOf = (no: number) => `20270101${kinds.tenant.id}${String(no).padStart(8, '0')}`;
  beforeAll(async () => {
    kinds = await town.openShop();
    await kinds.inside((tx) =>
      tx.db
        .insertInto('coffee_order')
        .values(
          KINDS.map(({ no, coupon, barcode = false, remade = false, payable = 4_500 }) => ({
            ...{ order_no: numberOf(no), spot_id: kinds.spotId, robot_id: kinds.robot.id, source: 1, channel: 'kiosk' },
            ...{ robot_imei: kinds.robot.imei, paid_by: 'card', status: 6, step: 3, currency: 'NOK', cups: 1 },
            ...{ subtotal_minor: payable, total_minor: payable, payable_minor: payable, paid_minor: payable },
            ...{ price: JSON.stringify({ taxMode: 'inclusive', taxes: [] }), goods_summary: '1 × Latte', remade },
            ...{ coupon: coupon ? JSON.stringify(coupon) : null, barcode_used: barcode },
            ...{ created_at: new Date(`2027-01-0${no}T10:00:00Z`), changed_at: new Date('2027-01-09T10:00:00Z') },
          })),
        )
        .execute(),
    );
  });

  test.each<[Request, number[]]>([
    [{ orderType: '0' }, [4, 1]],
    [{ orderType: '1' }, [3]],
    [{ orderType: '2' }, [2]],
    [{ orderType: '!2' }, [4, 3, 1]],
    [{ couponId: coupon }, [1]],
    [{ couponId: 'nonsense' }, []],
    [{ couponType: '5' }, [2]],
    [{ couponType: '0' }, [4, 3]],
    [{ couponUsed: true }, [2, 1]],
    [{ couponUsed: false, orderType: '0' }, [4]],
    [{ barcodeUsed: true }, [1]],
    [{ barcodeUsed: false }, [4, 3, 2]],
  ])('%j', async (asked, expected) => {
    const found = await page(asked, kinds.staff);
    expect(found.records.map(({ orderNo }) => orderNo)).toEqual(expected.map(numberOf));
    expect(found.total).toBe(expected.length);
    const totals = await town.server.call(orderEndpoints.totals, asked as never, kinds.staff);
    expect(totals.orders).toBe(expected.length);
  });

  test('the row says it in the language of its reader', async () => {
    const { records } = await page({ couponUsed: true, column: 'createdAt', order: 'asc' }, kinds.staff);
    expect(records).toMatchObject([
      { orderType: 0, coupon: { id: coupon, title: 'Spring', type: 4 }, barcodeUsed: true },
      { orderType: 2, coupon: { title: 'Kiosk', type: 5 }, barcodeUsed: false },
    ]);
  });
});
