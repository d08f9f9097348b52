import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { ORDER_DIMENSIONS, ORDER_MEASURES } from '#domains/insights/contract/order-breakdown.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { addDays, localDay } from '#platform/time/rules/local-day.ts';

let town: TestTown;
let shop: TestShop;
const ZONE = 'Europe/Oslo';
const DAY_MS = 86_400_000;
const fromDay = localDay(new Date(), ZONE);
const lastWeek = addDays(fromDay, -6);

beforeAll(async () => {
  town = await startTestTown();
  shop = await town.openShop({ timeZone: ZONE });
  for (const quantity of [1, 2, 3]) {
    await shop.paidOrder([
      { goodsId: shop.latteId, quantity },
      { goodsId: shop.espressoId, quantity: 1 },
    ]);
  }
  await shop.order([{ goodsId: shop.latteId, quantity: 5 }]);
  // one of them at another spot, another the day before
  await shop.inside(async ({ db }) => {
    const orders = await db
      .selectFrom('coffee_order')
      .select(['order_no', 'created_at'])
      .where('paid_minor', '>', 0)
      .orderBy('cups')
      .execute();
    await db
      .updateTable('coffee_order')
      .set({ spot_id: shop.otherSpotId })
      .where('order_no', '=', orders[0]!.order_no)
      .execute();
    await db
      .updateTable('coffee_order')
      .set({ created_at: new Date(orders[1]!.created_at.getTime() - DAY_MS) })
      .where('order_no', '=', orders[1]!.order_no)
      .execute();
    await db.updateTable('beverage').set({ name_zh: '拿铁' }).where('id', '=', shop.latteId).execute();
  });
});
afterAll(() => town.stop());

const ask = (request: object, caller = shop.staff) =>
  town.server.call(insightEndpoints.breakdown, { fromDay: lastWeek, toDay: fromDay, by: 'spot', ...request }, caller);

describe.each(ORDER_DIMENSIONS)('by %s', (by) => {
  test.each(ORDER_MEASURES)('the rows and the rest are the whole, ranked by %s', async (measure) => {
    const all = await ask({ by, measure, top: 200 });
    expect(all.others).toBeNull();
    const whole = await town.server.call(
      insightEndpoints.statistics,
      { fromDay: lastWeek, toDay: fromDay },
      shop.staff,
    );
    expect(all.rows.reduce((sum, row) => sum + row.cups, 0)).toBe(whole.figures.cups);
    expect(all.rows.reduce((sum, row) => sum + (row.sales[0]?.salesMinor ?? 0), 0)).toBe(
      whole.figures.revenue[0]?.paidMinor,
    );
    if (by !== 'goods') expect(all.rows.reduce((sum, row) => sum + row.orders, 0)).toBe(whole.figures.paidOrders);
    const weights = all.rows.map((row) => (measure === 'sales' ? row.sales[0]!.salesMinor : row[measure]));
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(all.rows.reduce((sum, row) => sum + row.share, 0)).toBeGreaterThan(999_990);
    const first = await ask({ by, measure, top: 1 });
    expect(first.rows).toEqual(all.rows.slice(0, 1));
    expect(first.others?.rows ?? 0).toBe(all.rows.length - 1);
    expect(first.rows[0]!.cups + (first.others?.cups ?? 0)).toBe(whole.figures.cups);
  });
});

test('each row stands beside the same of the period before, and the whole beside the whole', async () => {
  const today = { fromDay, toDay: fromDay };
  const all = await ask({ ...today, by: 'goods', measure: 'cups' });
  // yesterday's order, unless it was later in the day than now
  const whole = await town.server.call(insightEndpoints.statistics, today, shop.staff);
  expect(all.total.orders).toBe(whole.figures.paidOrders);
  expect(all.total.previous.orders).toBe(whole.previous.paidOrders);
  expect(all.total.previous.cups).toBe(whole.previous.cups);
  expect(all.rows.reduce((sum, row) => sum + row.previous.cups, 0)).toBe(whole.previous.cups);
  const bySpot = await ask({ by: 'spot' });
  expect(bySpot.total.previous).toEqual({ orders: 0, cups: 0, sales: [] });
});

test('a free order counts as the list counts it, and what goes back later changes no sale', async () => {
  const cafe = await town.openShop({ timeZone: ZONE });
  const { orderNo } = await cafe.paidOrder();
  const free = (await cafe.paidOrder()).orderNo;
  await cafe.inside(async ({ db }) => {
    await db.updateTable('coffee_order').set({ refunded_minor: 1_000 }).where('order_no', '=', orderNo).execute();
    await db
      .updateTable('coffee_order')
      .set({ paid_minor: 0, payable_minor: 0, status: 6, step: 3 })
      .where('order_no', '=', free)
      .execute();
  });
  const { rows } = await town.server.call(insightEndpoints.breakdown, { by: 'robot' }, cafe.staff);
  const listed = await town.server.call(orderEndpoints.page, { paid: true, deviceImei: cafe.robot.imei }, cafe.staff);
  expect(rows).toMatchObject([{ key: cafe.robot.imei, orders: listed.total, cups: 2, sales: [{ salesMinor: 4_500 }] }]);
});

test('names are in the reader’s language', async () => {
  const asked = { by: 'goods', measure: 'cups' };
  expect((await ask(asked)).rows[0]).toMatchObject({ key: shop.latteId, name: 'Latte', cups: 6 });
  const chinese = await ask(asked, { ...shop.staff, language: 'zh-CN' });
  expect(chinese.rows[0]).toMatchObject({ key: shop.latteId, name: '拿铁' });
});

test('who sees one spot has figures of that spot alone', async () => {
  const here = await shop.tenant.staff(['order:view'], { spotIds: [shop.otherSpotId] });
  expect((await ask({ by: 'spot' }, here)).rows.map((row) => row.key)).toEqual([shop.otherSpotId]);
  expect((await ask({ by: 'goods' }, here)).rows.reduce((sum, row) => sum + row.cups, 0)).toBe(2);
});

test('the period before stands bucket by bucket below the series', async () => {
  const today = await town.server.call(insightEndpoints.statistics, {}, shop.staff);
  expect(today.previousSeries.length).toBeGreaterThanOrEqual(23);
  expect(today.previousSeries.reduce((sum, point) => sum + point.orders, 0)).toBe(1);
  const two = { fromDay: addDays(fromDay, -3), toDay: fromDay };
  const days = await town.server.call(insightEndpoints.statistics, two, shop.staff);
  expect(days.series.map((point) => point.orders)).toEqual([0, 0, 1, 3]);
  expect(days.previousSeries.map((point) => point.orders)).toEqual([0, 0, 0, 0]);
});

test('a reversed and a too long period are refused', async () => {
  await expect(ask({ fromDay, toDay: lastWeek })).rejects.toMatchObject({ problem: 'order.list.range-reversed' });
  await expect(ask({ fromDay: '2020-01-01' })).rejects.toMatchObject({
    problem: 'order.statistics.range-too-long',
    answer: { body: { faults: [{ path: 'fromDay' }] } },
  });
});

test('the weakest come first, with what is on sale and sold nothing', async () => {
  const bySpot = await ask({ by: 'spot', rank: 'worst', top: 200 });
  expect(bySpot.rows.map((row) => row.orders)).toEqual([1, 2]);
  const today = { fromDay, toDay: fromDay, by: 'spot' };
  const weak = await ask({ ...today, fromDay: '2026-01-01', toDay: '2026-01-02', rank: 'worst' });
  expect(weak.rows).toHaveLength(2);
  expect(weak.rows.every((row) => row.orders === 0 && row.name !== '')).toBe(true);
  expect((await ask({ ...today, fromDay: '2026-01-01', toDay: '2026-01-02' })).rows).toEqual([]);
});

test('today stands beside the same weekday where that is asked for', async () => {
  const sameDay = { fromDay, toDay: fromDay, daysBefore: 7 };
  await shop.inside(async ({ db }) => {
    const older = await db
      .selectFrom('coffee_order')
      .select(['order_no', 'created_at'])
      .where('created_at', '<', new Date(Date.now() - DAY_MS / 2))
      .execute();
    for (const { order_no, created_at } of older)
      await db
        .updateTable('coffee_order')
        .set({ created_at: new Date(created_at.getTime() - 6 * DAY_MS) })
        .where('order_no', '=', order_no)
        .execute();
  });
  const today = await town.server.call(insightEndpoints.statistics, sameDay, shop.staff);
  expect(today.previousSeries.reduce((sum, point) => sum + point.orders, 0)).toBe(1);
  const whole = await town.server.call(insightEndpoints.statistics, { fromDay, toDay: fromDay }, shop.staff);
  expect(whole.previousSeries.reduce((sum, point) => sum + point.orders, 0)).toBe(0);
  const divided = await ask({ ...sameDay, by: 'spot' });
  expect(divided.total.previous.orders).toBe(today.previous.paidOrders);
});

test('several divisions in one call are those that are asked for one by one', async () => {
  const divisions = [
    { by: 'spot', rank: 'worst', top: 1 },
    { by: 'goods', rank: 'best', top: 10 },
    { by: 'hourOfWeek', rank: 'best', top: 168 },
  ] as const;
  const days = { fromDay: lastWeek, toDay: fromDay, measure: 'cups' } as const;
  const askMany = (request: object) =>
    town.server.call(insightEndpoints.divisions, { ...days, divisions: [...divisions], ...request }, shop.staff);
  const { breakdowns } = await askMany({});
  expect(breakdowns).toEqual(await Promise.all(divisions.map((division) => ask({ ...days, ...division }))));
  await expect(askMany({ divisions: [] })).rejects.toMatchObject({ problem: 'request.malformed' });
  await expect(askMany({ divisions: [{ by: 'moon' }] })).rejects.toMatchObject({ problem: 'request.malformed' });
});
