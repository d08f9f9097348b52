import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown();
  shop = await town.openShop();
});
afterAll(() => town?.stop());

const orderOf = async (caller: Caller, more: { customerId?: string; barcode?: string }): Promise<string> => {
  const asked = { spotId: shop.spotId, lines: [{ goodsId: shop.latteId, quantity: 1 }], ...more };
  const headers = { ...caller.headers, ...aKey() };
  return (await town.server.call(storefrontEndpoints.createOrder, asked, { ...caller, headers })).orderNo;
};
const ordersOf = (
  customerId: string,
  caller: Caller = shop.customer,
  page: { pageNo?: number; pageSize?: number } = {},
) => town.server.call(storefrontEndpoints.ordersOfCustomer, { customerId, ...page }, caller);
const numbers = async (...asked: Parameters<typeof ordersOf>): Promise<string[]> =>
  (await ordersOf(...asked)).records.map(({ orderNo }) => orderNo);

test('a customer reads his own orders by pages, the newest first, as each is read alone', async () => {
  const first = await orderOf(shop.customer, { customerId: 'anna' });
  const second = await orderOf(shop.customer, { customerId: 'anna' });
  await orderOf(shop.customer, { customerId: 'bob' });
  await orderOf(shop.customer, {});
  expect(await numbers('anna')).toEqual([second, first]);
  expect(await numbers('anna', shop.customer, { pageNo: 2, pageSize: 1 })).toEqual([first]);
  const page = await ordersOf('anna');
  expect(page).toMatchObject({ total: 2, current: 1, size: 10, pages: 1 });
  expect(page.records[1]).toEqual(await shop.read(first));
});

test('of a customer whom nobody knows there are none', async () => {
  expect(await ordersOf('nobody')).toMatchObject({ total: 0, records: [] });
});

test('another client, of this tenant or of another one, reads none of them', async () => {
  await orderOf(shop.customer, { customerId: 'carl' });
  const other = await shop.tenant.storefront({ channel: 'miniprogram' });
  const own = await orderOf(other, { customerId: 'carl' });
  expect(await numbers('carl', other)).toEqual([own]);
  const elsewhere = await town.openShop();
  expect(await numbers('carl', elsewhere.customer)).toEqual([]);
});

test('a card that is scanned at a client with a customer of the same word is not his', async () => {
  const kiosk = await shop.tenant.storefront({ channel: 'kiosk', spotId: shop.spotId });
  await orderOf(shop.customer, { customerId: 'dora' });
  const barcode = '123456789012';
  await shop.inside((tx) => tx.db.updateTable('customer').set({ barcode }).where('user_id', '=', 'dora').execute());
  const own = await orderOf(kiosk, { customerId: 'dora' });
  await orderOf(kiosk, { barcode });
  expect(await numbers('dora', kiosk)).toEqual([own]);
});
