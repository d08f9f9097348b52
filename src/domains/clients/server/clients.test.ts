import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, startTestTown, type TestTown } from '#domains/orders/server/test-shop.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { clients } from '../contract/clients.ts';
import { clientEndpoints } from '../contract/endpoints.ts';
import { clientsSlice } from './index.ts';

behavesAsRecords(
  clients,
  async ({ server, tenant }) => {
    const spotId = newId();
    await server.services.database.write(tenant.id, (db) =>
      db
        .insertInto('spot')
        .values({ id: spotId, name: `Spot ${spotId}` })
        .execute(),
    );
    return { name: 'Kiosk at the door', channel: 'kiosk' as const, spotId, rateLimit: 60 };
  },
  { steppedUp: true, spotOf: ({ spotId }) => String(spotId) },
);

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown([clientsSlice, session, records]);
});
afterAll(() => town?.stop());

const { add, edit, one, turn, remove } = clients.endpoints;
async function openShop() {
  const shop = await town.openShop();
  const boss = await shop.tenant.staff('all', { steppedUp: true });
  const made = (values: object) =>
    town.server.call(add, { name: 'Kiosk', channel: 'kiosk', spotId: shop.spotId, ...values } as never, boss);
  const keyOf = async (id: string, keepHours?: '0' | '24') =>
    (await town.server.call(clientEndpoints.makeKey, { id, keepHours }, boss)).key;
  const status = async (key: string) =>
    (await town.server.send('GET', `/storefront/v1/spots/${shop.spotId}/menu`, undefined, { bearer: key })).status;
  const orderBy = (caller: Caller) =>
    town.server.call(
      storefrontEndpoints.createOrder,
      { spotId: shop.spotId, lines: [{ goodsId: shop.latteId, quantity: 1 }] },
      { ...caller, headers: aKey() },
    );
  return { shop, boss, made, keyOf, status, orderBy };
}

test('a key is shown once, sells, and its client says when it was used and how many orders it made', async () => {
  const { boss, made, keyOf, status, orderBy } = await openShop();
  const client = await made({});
  expect(client).toMatchObject({ keyEnd: '', keyMadeAt: null, lastUsedAt: null, ordersToday: 0 });
  const key = await keyOf(client.id);
  expect(key).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
  expect(await status(key)).toBe(200);
  await orderBy({ bearer: key });
  const now = await town.server.send('POST', '/sos-backend/storefront-client/api/one', { id: client.id }, boss);
  expect(now.text).not.toContain(key);
  expect(now.body.result).toMatchObject({ keyEnd: key.slice(-4), ordersToday: 1, lastUsedAt: expect.any(String) });
  const audited = await town.server.services.database.read(boss.tenantId!, (db) =>
    db.selectFrom('audit_row').select(['action', 'after']).where('object_id', '=', client.id).execute(),
  );
  expect(audited.map(({ action }) => action)).toContain('storefront-client:make-key');
  expect(JSON.stringify(audited)).not.toContain(key);
});

test.each(['1,24', '!0', '2'])('how long the key before stays good is one choice, and not %j', async (keepHours) => {
  const { boss, made } = await openShop();
  const { id } = await made({});
  const makeKey = town.server.call(clientEndpoints.makeKey, { id, keepHours } as never, boss);
  await expect(makeKey).rejects.toMatchObject({
    problem: 'request.malformed',
    answer: { status: 400, body: { faults: [{ path: 'keepHours' }] } },
  });
});

test('a rotated key stays good as long as was chosen, and both see the orders of the client', async () => {
  const { boss, made, keyOf, status, orderBy } = await openShop();
  const { id } = await made({});
  const first = await keyOf(id);
  const { orderNo } = await orderBy({ bearer: first });
  const second = await keyOf(id, '24');
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  expect(await town.server.call(storefrontEndpoints.order, { orderNo }, { bearer: second })).toMatchObject({ orderNo });
  expect((await town.server.call(one, { id }, boss)).previousUntil).not.toBeNull();
  const third = await keyOf(id);
  expect([await status(first), await status(second), await status(third)]).toEqual([401, 401, 200]);
  expect((await town.server.call(one, { id }, boss)).previousUntil).toBeNull();
});

test('what is revoked, switched off or deleted is refused by the next call', async () => {
  const { boss, made, keyOf, status } = await openShop();
  const { id } = await made({});
  const first = await keyOf(id);
  await town.server.call(clientEndpoints.revokeKeys, { id }, boss);
  expect(await status(first)).toBe(401);
  expect(await town.server.call(one, { id }, boss)).toMatchObject({ keyEnd: '', keyMadeAt: null });
  const second = await keyOf(id);
  await town.server.call(turn, { ids: [id], on: false }, boss);
  expect(await status(second)).toBe(401);
  await town.server.call(turn, { ids: [id], on: true }, boss);
  expect(await status(second)).toBe(200);
  await town.server.call(remove, { id }, boss);
  expect(await status(second)).toBe(401);
});

test('each change and each key wants the password again', async () => {
  const { shop, made } = await openShop();
  const { id } = await made({});
  const staff = await shop.tenant.staff();
  const refused = { problem: 'session.step-up-required' };
  for (const work of [
    () => town.server.call(add, { name: 'Other', channel: 'app' } as never, staff),
    () => town.server.call(edit, { id, name: 'Other' } as never, staff),
    () => town.server.call(turn, { ids: [id], on: false }, staff),
    () => town.server.call(remove, { id }, staff),
    () => town.server.call(clientEndpoints.makeKey, { id }, staff),
    () => town.server.call(clientEndpoints.revokeKeys, { id }, staff),
  ])
    await expect(work()).rejects.toMatchObject(refused);
});

test('a kiosk and a sandbox stand at a spot; people of other spots and tenants make no keys', async () => {
  const { shop, boss, made } = await openShop();
  for (const values of [{ spotId: null }, { channel: 'app', sandbox: true, spotId: null }])
    await expect(made(values)).rejects.toMatchObject({ problem: 'request.malformed' });
  const { id } = await made({});
  const elsewhere = await openShop();
  const blind = await shop.tenant.staff('all', { spotIds: [], steppedUp: true });
  for (const caller of [elsewhere.boss, blind])
    await expect(town.server.call(clientEndpoints.makeKey, { id }, caller)).rejects.toMatchObject({
      problem: 'record.not-found',
    });
  expect(await town.server.call(one, { id }, boss)).toMatchObject({ keyEnd: '' });
});

test('a client that calls too often waits, and others do not', async () => {
  const { made, keyOf, status } = await openShop();
  const slow = await keyOf((await made({ rateLimit: 2 })).id);
  const other = await keyOf((await made({ name: 'Other' })).id);
  expect([await status(slow), await status(slow), await status(slow)]).toEqual([200, 200, 429]);
  expect(await status(other)).toBe(200);
});

test('of several servers each lets its part of the calls of a client pass', async () => {
  const { made, keyOf, status } = await openShop();
  const key = await keyOf((await made({ rateLimit: 4 })).id);
  const { servers } = town.server.services;
  servers.running = 2;
  const statuses = [await status(key), await status(key), await status(key)];
  servers.running = 1;
  expect(statuses).toEqual([200, 200, 429]);
});

test.each(['bearer', 'BEARER', 'Bearer '])('a key is known however its scheme is written: %j', async (scheme) => {
  const { shop, made, keyOf } = await openShop();
  const key = await keyOf((await made({})).id);
  const headers = { authorization: `${scheme} ${key}` };
  const answer = await town.server.send('GET', `/storefront/v1/spots/${shop.spotId}/menu`, undefined, { headers });
  expect(answer.status).toBe(200);
});

test('an order of the sandbox is made, marked and paid by nobody: no provider, no money, nothing to give back', async () => {
  const { shop, made, keyOf, orderBy } = await openShop();
  const client = { bearer: await keyOf((await made({ sandbox: true })).id) };
  const order = await orderBy(client);
  expect(order).toMatchObject({ sandbox: true, money: { paidMinor: 0 } });
  expect(order.money.payableMinor).toBeGreaterThan(0);
  const paid = await town.server.call(
    storefrontEndpoints.pay,
    { orderNo: order.orderNo, paymentMethod: 'pm_card_visa' },
    { ...client, headers: aKey() },
  );
  expect(paid).toMatchObject({
    status: 3,
    sandbox: true,
    payment: { channel: 'sandbox', status: 'succeeded', amountMinor: 0 },
    money: { paidMinor: 0, refundableMinor: 0 },
  });
  expect(town.provider.ledger(shop.secretKey).entries).toEqual([]);
  const real = await shop.paidOrder();
  expect(real).toMatchObject({ sandbox: false, payment: { channel: 'stripe' } });
});
