import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUpQuarters } from '#domains/order-sums/server/order-quarters.ts';
import { sumDays } from '#domains/order-sums/server/sum-days.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { findForecasts } from './stock-forecast.ts';

let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown();
  shop = await town.openShop({ timeZone: 'Europe/Oslo', cups: 10 });
});
afterAll(() => town?.stop());

const HOUR = 3_600_000;
/** Monday, half past ten in Oslo. */
const NOW = new Date('2027-03-01T09:30:00Z');

/** Cups that were made, so many hours before the hour of now. */
async function sold(goodsId: string, quantity: number, hoursAgo: number, step = 3): Promise<void> {
  const { orderNo } = await shop.order([{ goodsId, quantity }]);
  await shop.inside(async ({ db }) => {
    const created_at = new Date(NOW.getTime() - HOUR / 2 - hoursAgo * HOUR + 60_000);
    await db.updateTable('coffee_order').set({ created_at }).where('order_no', '=', orderNo).execute();
    await db.updateTable('order_drink').set({ step }).where('order_no', '=', orderNo).execute();
  });
}
async function forecast(now = NOW): Promise<Record<string, number | null>> {
  return town.server.services.database.read(shop.tenant.id, async (db) => {
    const of = (await findForecasts(db, [shop.robot.id], now)).get(shop.robot.id);
    const names = await db.selectFrom('material').select(['id', 'code']).execute();
    return Object.fromEntries(names.map(({ id, code }) => [code, of?.get(id) ?? null]));
  });
}

test('a robot that sold nothing has no forecast, and nobody else’s sales are its own', async () => {
  expect(await forecast()).toEqual({ beans: null, milk: null, cup: null });
});

test('from the cups that were made in the same hours of the last weeks, by their recipes', async () => {
  // every week two lattes between 11 and 12; ten cups of everything are there
  await sold(shop.latteId, 2, 336 - 1);
  await sold(shop.latteId, 2, 168 - 1);
  // never made, and older than 14 days
  await sold(shop.latteId, 5, 168 - 1, 4);
  await sold(shop.latteId, 5, 337);
  const { milk, beans } = await forecast();
  // in half an hour for an hour, then in a week: more than 14 days
  expect([milk, beans]).toEqual([null, null]);
  await sold(shop.espressoId, 4, 336 - 2);
  await sold(shop.espressoId, 4, 168 - 2);
  const later = await forecast();
  // 2 × 18 g of beans from 11 to 12, 4 × 18 g until 13, in two weeks 12 cups: the last ones in the second week
  expect(later.milk).toBeNull();
  expect(later.beans).toBeCloseTo(0.5 + 168 + 1 + 2 / 4, 5);
  expect(later.cup).toBeCloseTo(later.beans ?? 0, 5);
  // the same from the sums of days
  town.server.services.clock.set(NOW);
  await addUpQuarters.run(town.server.services, NOW);
  await sumDays.run(town.server.services, NOW);
  const summed = await shop.inside(({ db }) => db.selectFrom('order_day_use').select('day').execute());
  expect(summed.length).toBeGreaterThan(0);
  expect(await forecast()).toEqual(later);
});
