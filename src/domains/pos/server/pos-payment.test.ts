import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { openTerminals } from '#domains/payments/server/index.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { posEvents } from '../contract/events.ts';
import { posSlice } from './index.ts';

const DECLINED = '4000000000000002';
let town: TestTown;
let shop: TestShop;
let kiosk: Caller;
let readerRef: string;

beforeAll(async () => {
  town = await startTestTown([posSlice]);
});
afterAll(() => town?.stop());

/** A shop with a kiosk, and a terminal at its robot. */
beforeEach(async () => {
  shop = await town.openShop();
  kiosk = await shop.tenant.storefront({ channel: 'kiosk', spotId: shop.spotId });
  await shop.inside((tx) => tx.db.updateTable('payment_config').set({ pos_enabled: true }).execute());
  const terminals = await openTerminals(town.server.services, shop.tenant.id);
  const reader = await terminals.register({
    ...{ registrationCode: 'simulated-wpe', label: 'Counter', zipCode: '0150', address: 'Quay 1', country: 'NO' },
  });
  readerRef = reader.ref;
  await shop.inside((tx) =>
    tx.db
      .insertInto('pos_terminal')
      .values({
        ...{
          id: newId(),
          imei: `POS${newId().slice(-12)}`,
          name: 'Counter',
          pos_code: newId(),
          robot_id: shop.robot.id,
        },
        ...{ reader_ref: reader.ref, location_ref: reader.locationRef, created_by: 'test' },
      })
      .execute(),
  );
});

const order = (paidBy: 'pos' | 'card' = 'pos', caller = kiosk) =>
  town.server.call(
    storefrontEndpoints.createOrder,
    { spotId: shop.spotId, paidBy, lines: [{ goodsId: shop.latteId, quantity: 1 }] },
    { ...caller, headers: aKey() },
  );
const pay = (orderNo: string) => town.server.call(storefrontEndpoints.pay, { orderNo }, { ...kiosk, headers: aKey() });
const read = (orderNo: string) => town.server.call(storefrontEndpoints.order, { orderNo }, kiosk);

/** A call of the provider's own, as its tests make them. */
async function atReader(path: string, values: Record<string, string> = {}, method = 'POST') {
  const answer = await fetch(`${town.provider.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${shop.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { body: new URLSearchParams(values).toString() } : {}),
  });
  return (await answer.json()) as { action?: { status: string } | null; error?: { code: string } };
}
const present = (number = '4242424242424242') =>
  atReader(`test_helpers/terminal/readers/${readerRef}/present_payment_method`, { 'card_present[number]': number });
const actionNow = async () => (await atReader(`terminal/readers/${readerRef}`, {}, 'GET')).action;
/** What the provider holds of money, and payments that somebody could still pay. */
const left = async () => {
  const intents = (await atReader('payment_intents', {}, 'GET')) as unknown as { data: { status: string }[] };
  return intents.data.filter(({ status }) => status !== 'canceled' && status !== 'succeeded');
};

test('a card presented at the terminal pays the order; asking again asks nobody twice', async () => {
  const { orderNo } = await order();
  const asked = await pay(orderNo);
  expect(asked).toMatchObject({ paidBy: 'pos', payment: { status: 'pending' } });
  expect(asked.payment).not.toHaveProperty('clientSecret');
  expect(await actionNow()).toMatchObject({ status: 'in_progress' });
  expect((await pay(orderNo)).payment?.attempt).toBe(1);
  await present();
  await town.until(async () => (await read(orderNo)).payment?.status === 'succeeded');
  expect(await read(orderNo)).toMatchObject({ money: { paidMinor: 4_500 } });
  expect(await left()).toEqual([]);
});

test('a declined card leaves nothing behind, and the next one pays', async () => {
  const { orderNo } = await order();
  await pay(orderNo);
  await present(DECLINED);
  await town.until(async () => (await read(orderNo)).payment?.status === 'failed');
  expect((await read(orderNo)).payment).toMatchObject({ errorCode: 'generic_decline' });
  expect(await left()).toEqual([]);
  expect((await pay(orderNo)).payment).toMatchObject({ attempt: 2, status: 'pending' });
  await present();
  await town.until(async () => (await read(orderNo)).payment?.status === 'succeeded');
});

test('nobody comes with a card: the attempt has failed, and nothing is left at the provider', async () => {
  const { orderNo } = await order();
  await pay(orderNo);
  await atReader(`test_helpers/terminal/readers/${readerRef}/timeout_input_collection`);
  // the terminal's own word makes us look at once
  await shop.inside((tx) =>
    tx.publish(posEvents.paymentReported, { orderNo, result: 'timed_out' }, { aggregate: orderNo }),
  );
  await town.until(async () => (await read(orderNo)).payment?.status === 'failed');
  expect((await read(orderNo)).payment).toMatchObject({ errorCode: 'terminal_reader_timeout' });
  expect(await left()).toEqual([]);
});

test('a cancelled order: the terminal asks no more, and a card presented then pays nothing', async () => {
  const { orderNo } = await order();
  await pay(orderNo);
  await town.server.call(storefrontEndpoints.cancel, { orderNo }, { ...kiosk, headers: aKey() });
  await town.until(async () => (await actionNow()) === null);
  await town.until(async () => (await left()).length === 0);
  expect(await present()).toMatchObject({ error: { code: 'terminal_reader_invalid_state' } });
});

test('a terminal that is busy with another order refuses this one', async () => {
  const [first, second] = [await order(), await order()];
  await pay(first.orderNo);
  expect((await pay(second.orderNo)).payment).toMatchObject({ status: 'failed', errorCode: 'terminal_reader_busy' });
  expect(await left()).toHaveLength(1);
  await present();
  await town.until(async () => (await read(first.orderNo)).payment?.status === 'succeeded');
});

test('only at a kiosk, and only where a terminal stands at the robot', async () => {
  const refused = { problem: 'payment.channel-not-available' };
  await expect(order('pos', shop.customer)).rejects.toMatchObject(refused);
  await shop.inside((tx) => tx.db.updateTable('pos_terminal').set({ robot_id: null }).execute());
  await expect(order()).rejects.toMatchObject(refused);
  await expect(order('card')).resolves.toMatchObject({ paidBy: 'card' });
});
