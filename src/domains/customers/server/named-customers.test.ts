import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { records } from '#platform/records/server/index.ts';
import { customers } from '../contract/customers.ts';
import { customersSlice, findCustomer, findCustomerByWord, listCustomers, nameCustomer } from './index.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown([customersSlice, records]);
});
afterAll(() => town?.stop());

const RIGHTS = ['app-user:view', 'app-user:edit', 'app-user:delete'] as const;
const { page, one } = customers.endpoints;

const orderOf = (shop: TestShop, customerId: string, caller = shop.customer) =>
  town.server.call(
    storefrontEndpoints.createOrder,
    { spotId: shop.spotId, lines: [{ goodsId: shop.latteId, quantity: 1 }], customerId },
    { ...caller, headers: aKey() },
  );

test('an order makes its customer known, and the next ones find him', async () => {
  const shop = await town.openShop();
  const staff = await shop.tenant.staff(RIGHTS);
  await orderOf(shop, 'guest-7');
  await orderOf(shop, 'guest-7');
  await orderOf(shop, 'guest-8');
  await shop.order();
  const { records: rows } = await town.server.call(page, {}, staff);
  expect(rows.map(({ userId, orderCount }) => [userId, orderCount]).sort()).toEqual([
    ['guest-7', 2],
    ['guest-8', 1],
  ]);
});

test('the same word of another client is another customer', async () => {
  const shop = await town.openShop();
  const other = await shop.tenant.storefront({ channel: 'miniprogram' });
  await orderOf(shop, 'guest-1');
  await orderOf(shop, 'guest-1', other);
  const staff = await shop.tenant.staff(RIGHTS);
  expect((await town.server.call(page, {}, staff)).total).toBe(2);
});

test('named by twenty orders at once a customer is one row', async () => {
  const shop = await town.openShop();
  const clientId = '018f0000-0000-7000-8000-000000000001';
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => shop.inside((tx) => nameCustomer(tx, { clientId, userId: 'at once' }))),
  );
  expect(new Set(ids).size).toBe(1);
  const found = await shop.inside((tx) => findCustomerByWord(tx.db, { clientId, userId: 'at once' }));
  expect(found).toMatchObject({ id: ids[0], isActive: true, emailVerified: false });
  expect(await shop.inside((tx) => findCustomer(tx.db, 'no-id'))).toBeUndefined();
});

test('people are found by the ending of a verified mailbox, at the border of a label', async () => {
  const shop = await town.openShop();
  const clientId = '018f0000-0000-7000-8000-000000000001';
  const add = async (userId: string, email: string, verified = true) => {
    const id = await shop.inside((tx) => nameCustomer(tx, { clientId, userId }));
    await shop.inside((tx) =>
      tx.db.updateTable('customer').set({ email, email_verified: verified }).where('id', '=', id).execute(),
    );
    return id;
  };
  const ann = await add('ann', 'Ann@Example.com');
  const bo = await add('bo', 'bo@mail.example.com');
  await add('cy', 'cy@badexample.com');
  await add('di', 'di@example.com', false);
  await add('flo', 'example.com@evil.org');
  await add('gus', 'gus@example.com.evil.org');
  await add('hal', '');
  const off = await add('ed', 'ed@example.com');
  await shop.inside((tx) => tx.db.updateTable('customer').set({ status: 0 }).where('id', '=', off).execute());
  const found = async (filter: Parameters<typeof listCustomers>[1]) =>
    (await shop.inside((tx) => listCustomers(tx.db, filter))).map(({ id }) => id).sort();
  expect(await found({ emailSuffixes: ['example.com'] })).toEqual([ann, bo].sort());
  expect(await found({ emailSuffixes: ['example.com', 'badexample.com'] })).toHaveLength(3);
  expect(await found({ emailSuffixes: ['com'] })).toHaveLength(3);
  expect(await found({ emailSuffixes: ['other.org', 'mail.example.com'] })).toEqual([bo]);
  expect(await found({ emailSuffixes: [] })).toEqual([]);
  expect(await found({})).toHaveLength(7);
  expect(await found({ ids: [ann, off, 'no-id'] })).toEqual([ann]);
});

test('people of other tenants and of other spots see none of them', async () => {
  const shop = await town.openShop();
  await orderOf(shop, 'guest-1');
  const boss = await shop.tenant.staff(RIGHTS);
  const { id } = (await town.server.call(page, {}, boss)).records[0]!;
  const elsewhere = await (await town.openShop()).tenant.staff(RIGHTS);
  const blind = await shop.tenant.staff(RIGHTS, { spotIds: [shop.otherSpotId] });
  for (const caller of [elsewhere, blind]) {
    expect((await town.server.call(page, {}, caller)).total).toBe(0);
    await expect(town.server.call(one, { id }, caller)).rejects.toMatchObject({ problem: 'customer.not-found' });
  }
  const seeing = await shop.tenant.staff(RIGHTS, { spotIds: [shop.spotId] });
  expect(await town.server.call(one, { id }, seeing)).toMatchObject({ userId: 'guest-1' });
});
