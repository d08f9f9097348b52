import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#platform/testing/test-server.ts';
import { storefrontEndpoints } from '../contract/storefront-endpoints.ts';
import { startTestTown, type TestTown } from './test-shop.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town?.stop());

test('a customer finds the spots with robots that are nearest to him, and what their channel can order there', async () => {
  const shop = await town.openShop();
  const put = (id: string, values: object) =>
    shop.inside(({ db }) => db.updateTable('spot').set(values).where('id', '=', id).execute());
  const robot = (values: object) =>
    shop.inside(({ db }) => db.updateTable('robot').set(values).where('id', '=', shop.robot.id).execute());
  const find = (caller: Caller = shop.customer, more: object = {}) =>
    town.server.call(storefrontEndpoints.nearestSpots, { latitude: 59.911, longitude: 10.752, ...more }, caller);
  expect(await find()).toEqual([]);
  await put(shop.spotId, { latitude: 59.911, longitude: 10.753, name_zh: '港口' });
  // nothing is sold where no robot stands
  await put(shop.otherSpotId, { latitude: 59.911, longitude: 10.752 });
  const [near, ...others] = await find();
  expect(others).toEqual([]);
  expect(near).toMatchObject({ spotId: shop.spotId, isOpen: true, robots: 1, distanceMetres: 56, latitude: 59.911 });
  expect(await find({ ...shop.customer, headers: { language: 'zh-CN' } })).toMatchObject([{ spotName: '港口' }]);

  const kiosk = await shop.tenant.storefront({ channel: 'kiosk', spotId: shop.spotId });
  await robot({ can_order_in_app: false });
  expect(await find()).toMatchObject([{ robots: 0 }]);
  expect(await find(kiosk)).toMatchObject([{ robots: 1 }]);
  await robot({ can_order_in_app: true, mode: 'maintain' });
  expect(await find(kiosk)).toMatchObject([{ robots: 0 }]);
  await put(shop.spotId, { status: 'suspended' });
  expect(await find()).toMatchObject([{ isOpen: false }]);

  expect(await find(await shop.tenant.storefront({ channel: 'kiosk', spotId: shop.otherSpotId }))).toEqual([]);
  expect(await find((await town.openShop()).customer)).toEqual([]);
  await expect(find(shop.customer, { limit: 51 })).rejects.toMatchObject({ problem: 'request.malformed' });
});
