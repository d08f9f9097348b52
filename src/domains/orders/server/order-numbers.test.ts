import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';
import { startTestTown, type TestTown } from './test-shop.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town?.stop());

test('a tenant that has counted to the end goes on at 1, also where many order at once, and each order is found by its end', async () => {
  const shop = await town.openShop({ timeZone: 'UTC' });
  await shop.inside(({ db }) => db.insertInto('order_counter').values({ name: 'order', value: 99_999_996 }).execute());
  const created = await Promise.all(Array.from({ length: 6 }, () => shop.order()));
  const day = compactLocalDay(town.server.services.clock.now(), 'UTC');
  const ends = ['00000001', '00000002', '00000003', '99999997', '99999998', '99999999'];
  expect(created.map(({ orderNo }) => orderNo).sort()).toEqual(ends.map((end) => day + shop.tenant.id + end));
  for (const end of ends) {
    const { records } = await town.server.call(orderEndpoints.page, { search: end.slice(-6) }, shop.staff);
    expect(records.map(({ orderNo }) => orderNo)).toEqual([day + shop.tenant.id + end]);
  }
  // the day after, the same digits are another number
  await shop.inside(({ db }) =>
    db.updateTable('order_counter').set({ value: 199_999_998 }).where('name', '=', 'order').execute(),
  );
  const { services } = town.server;
  const now = services.clock.now();
  services.clock.set(new Date(now.getTime() + 86_400_000));
  const again = await shop.order().finally(() => services.clock.set(now));
  expect(again.orderNo).toMatch(/00000001$/);
  expect(created.map(({ orderNo }) => orderNo)).not.toContain(again.orderNo);
  await expect(shop.read(again.orderNo)).resolves.toMatchObject({ orderNo: again.orderNo });
});
