import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insightEndpoints } from '#domains/insights/contract/endpoints.ts';
import { ORDER_DIMENSIONS } from '#domains/insights/contract/order-breakdown.ts';
import { ordersBehind, PERIOD_FIGURES, type PeriodFigureName } from '#domains/insights/contract/period-figures.ts';
import { addUpQuarters } from '#domains/order-sums/server/order-quarters.ts';
import { sumDays } from '#domains/order-sums/server/sum-days.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { ORDER_VIEWS, type OrderView } from '#domains/orders/contract/order-figures.ts';
import { orderExport } from '#domains/orders/server/order-export.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { dayRange } from '#platform/time/rules/local-day.ts';
import { pointsBehind, rowsBehind } from '../web/statistics/rows-behind.ts';

let town: TestTown;
let shop: TestShop;
let here: Caller;
const ZONE = 'Europe/Oslo';
// the day with 25 hours: two o'clock comes twice
const days = { from: '2026-10-25', to: '2026-10-25' };

beforeAll(async () => {
  town = await startTestTown();
  shop = await town.openShop({ timeZone: ZONE });
  here = await shop.tenant.staff(['order:view'], { spotIds: [shop.otherSpotId] });
  const lines = [{ goodsId: shop.latteId, quantity: 2 }];
  const orders: { readonly orderNo: string }[] = [];
  for (let count = 0; count < 6; count++) orders.push(await shop.paidOrder(lines));
  orders.push(await shop.order(lines));
  await shop.inside(async ({ db }) => {
    const change = (index: number, values: object) =>
      db.updateTable('coffee_order').set(values).where('order_no', '=', orders[index]!.orderNo).execute();
    const at = (hours: number) => new Date(Date.parse('2026-10-24T22:00:00Z') + hours * 3_600_000);
    // first and last moment of the day, and half past two both times
    for (const [index, hours] of [0, 2.5, 3.5, 24.9, 12, 13, 14].entries())
      await change(index, { created_at: at(hours) });
    await change(1, { refunded_minor: 1_000, refund_status: 102, status: 6 });
    await change(2, { spot_id: shop.otherSpotId, currency: 'EUR', refunded_minor: 500, refund_status: 101 });
    await change(3, { spot_id: shop.otherSpotId, status: 4 });
    await change(4, { had_issue: true, refund_status: 100 });
  });
});
afterAll(() => town.stop());

/** What the list is asked for an address: its parameters are fields of its call. */
function filtersOf(address: string): object {
  const {
    view = 'all',
    created = '',
    where,
    ...fields
  } = Object.fromEntries(new URL(address, 'http://x').searchParams);
  const [fromDay = '', toDay = ''] = created.split('..');
  const { from, before } = created ? dayRange(fromDay, toDay, ZONE) : {};
  const conditions = where?.split(';').map((part) => {
    const [field, rule, val = ''] = part.split('.');
    return { field, rule, val: decodeURIComponent(val) };
  });
  return {
    ...ORDER_VIEWS[view as OrderView],
    ...fields,
    ...(from ? { createdFrom: from.toISOString(), createdTo: before?.toISOString() } : {}),
    ...(conditions
      ? { superQueryParams: encodeURIComponent(JSON.stringify(conditions)), superQueryMatchType: 'and' }
      : {}),
  };
}

async function listOf(address: string, caller: Caller) {
  const request = filtersOf(address);
  const page = await town.server.call(orderEndpoints.page, { ...request, pageSize: 100 } as never, caller);
  return { total: page.total, totals: await town.server.call(orderEndpoints.totals, request as never, caller) };
}

/** The rows of the file of that list. */
async function fileOf(address: string, of: Pick<Actor, 'spotIds'>) {
  const { services } = town.server;
  const file = await services.database.read(
    shop.tenant.id,
    async (db) => {
      const ask = {
        request: filtersOf(address),
        columns: ['goodsSummary', 'paidMinor', 'refundedMinor', 'currency'],
        owner: { isRoot: false, ...of } as Actor,
        language: 'en-US' as const,
        form: { money: (minor: number) => minor, name: (text: string) => text } as never,
        services,
      };
      return Array.fromAsync((await orderExport.open(db, ask)).batches);
    },
    'exports',
  );
  return file.flat().map(([drinks, paidMinor, refundedMinor, currency]) => ({
    cups: String(drinks)
      .split(', ')
      .reduce((cups, drink) => cups + Number.parseInt(drink, 10), 0),
    ...{ paidMinor: Number(paidMinor), refundedMinor: Number(refundedMinor), currency },
  }));
}

describe.each(['before the sums are added up', 'after it', 'once the days are summed up'])('%s', (when) => {
  test.each(Object.keys(PERIOD_FIGURES) as PeriodFigureName[])('%s is that of the list that it opens', async (name) => {
    if (when === 'after it') await addUpQuarters.run(town.server.services, new Date());
    if (when === 'once the days are summed up') await sumDays.run(town.server.services, new Date());
    for (const caller of [shop.staff, here])
      for (const spotId of [undefined, shop.spotId, shop.otherSpotId]) {
        const request = { fromDay: days.from, toDay: days.to, spotId };
        const { figures } = await town.server.call(insightEndpoints.statistics, request, caller);
        const { total, totals } = await listOf(ordersBehind(name, { ...days, spotId }), caller);
        for (const currency of ['NOK', 'EUR']) {
          const figure = PERIOD_FIGURES[name].sum(figures, currency);
          const money = totals.revenue?.find((sum) => sum.currency === currency);
          const listed = {
            ...{ netSales: money?.netMinor ?? 0, refundedMoney: money?.refundedMinor ?? 0, cups: totals.cups },
          } as Partial<Record<PeriodFigureName, number>>;
          expect([name, currency, figure]).toEqual([name, currency, listed[name] ?? total]);
        }
      }
  });
});

test.each(Object.keys(PERIOD_FIGURES) as PeriodFigureName[])(
  '%s is what the file of its list adds up to',
  async (name) => {
    for (const [caller, of] of [
      [shop.staff, { spotIds: null }],
      [here, { spotIds: [shop.otherSpotId] }],
    ] as const)
      for (const spotId of [undefined, shop.otherSpotId]) {
        const { figures } = await town.server.call(
          insightEndpoints.statistics,
          { fromDay: days.from, toDay: days.to, spotId },
          caller,
        );
        const rows = await fileOf(ordersBehind(name, { ...days, spotId }), of);
        for (const currency of ['NOK', 'EUR']) {
          const own = rows.filter((row) => row.currency === currency);
          const counted = {
            netSales: own.reduce((sum, row) => sum + row.paidMinor - row.refundedMinor, 0),
            refundedMoney: own.reduce((sum, row) => sum + row.refundedMinor, 0),
            cups: rows.reduce((sum, row) => sum + row.cups, 0),
          } as Partial<Record<PeriodFigureName, number>>;
          expect([currency, PERIOD_FIGURES[name].sum(figures, currency)]).toEqual([
            currency,
            counted[name] ?? rows.length,
          ]);
        }
      }
  },
);

test.each(ORDER_DIMENSIONS)('each row by %s is that of the list that it opens', async (by) => {
  for (const caller of [shop.staff, here])
    for (const spotId of [undefined, shop.otherSpotId]) {
      const request = { fromDay: days.from, toDay: days.to, spotId, by, top: 100 };
      const { rows, total } = await town.server.call(insightEndpoints.breakdown, request, caller);
      expect(rows.length).toBeGreaterThan(0);
      expect(total.orders).toBe((await listOf(rowsBehind(by, undefined, { ...days, spotId })!, caller)).total);
      for (const row of rows) {
        const address = rowsBehind(by, row.key, { ...days, spotId });
        // an order of the test has no channel that the list knows by another word
        if (address === undefined) continue;
        const { total: listed, totals } = await listOf(address, caller);
        expect([row.key, row.orders, row.cups]).toEqual([row.key, listed, totals.cups]);
        if (by !== 'goods')
          for (const { currency, salesMinor } of row.sales)
            expect(totals.revenue?.find((sum) => sum.currency === currency)?.paidMinor).toBe(salesMinor);
      }
    }
});

test('a series has every hour of the long day, and adds up to the figures', async () => {
  const answer = await town.server.call(
    insightEndpoints.statistics,
    { fromDay: days.from, toDay: days.to },
    shop.staff,
  );
  expect(answer.series).toHaveLength(25);
  expect(answer.series.reduce((sum, point) => sum + point.orders, 0)).toBe(answer.figures.orders);
  expect(answer.series.map((point) => point.orders).filter((count) => count > 0)).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test.each([
  ['hour', days],
  ['day', { from: '2026-10-23', to: '2026-10-26' }],
] as const)('each %s of a series is that of the list that it opens', async (bucket, { from, to }) => {
  const answer = await town.server.call(insightEndpoints.statistics, { fromDay: from, toDay: to }, shop.staff);
  expect(answer.bucket).toBe(bucket);
  const [orders, cups] = [pointsBehind(answer, 'orders', undefined), pointsBehind(answer, 'cups', undefined)];
  // the hour that comes twice opens nothing
  expect(orders.filter((address) => address === undefined)).toHaveLength(bucket === 'hour' ? 2 : 0);
  for (const [index, point] of answer.series.entries()) {
    if (orders[index] === undefined) continue;
    expect([point.at, point.orders]).toEqual([point.at, (await listOf(orders[index], shop.staff)).total]);
    expect([point.at, point.cups]).toEqual([point.at, (await listOf(cups[index] ?? '', shop.staff)).totals.cups]);
  }
});
