import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { startTestTown, type TestTown } from '#domains/orders/server/test-shop.ts';
import {
  findLastPayment,
  lookAtPayment,
  publishOutcome,
  recordProviderPayment,
} from '#domains/payments/server/index.ts';
import { posEvents } from '../contract/events.ts';
import { posSlice } from './index.ts';
import { DECLINED, openTerminalShop, type TerminalShop } from './test-terminal.ts';

let town: TestTown;
let place: TerminalShop;

beforeAll(async () => {
  town = await startTestTown([posSlice]);
});
afterAll(() => town?.stop());
beforeEach(async () => {
  place = await openTerminalShop(town);
});

test('a card presented at the terminal pays the order; asking again asks nobody twice', async () => {
  const { orderNo } = await place.order();
  const asked = await place.pay(orderNo);
  expect(asked).toMatchObject({ paidBy: 'pos', payment: { status: 'pending' } });
  expect(asked.payment).not.toHaveProperty('clientSecret');
  expect(await place.actionNow()).toMatchObject({ status: 'in_progress' });
  expect((await place.pay(orderNo)).payment?.attempt).toBe(1);
  await place.present();
  await town.until(async () => (await place.read(orderNo)).payment?.status === 'succeeded');
  expect(await place.read(orderNo)).toMatchObject({ money: { paidMinor: 4_500 } });
  expect(await place.left()).toEqual([]);
});

test('a declined card leaves nothing behind, and the next one pays', async () => {
  const { orderNo } = await place.order();
  await place.pay(orderNo);
  await place.present(DECLINED);
  await town.until(async () => (await place.read(orderNo)).payment?.status === 'failed');
  expect((await place.read(orderNo)).payment).toMatchObject({ errorCode: 'generic_decline' });
  expect(await place.left()).toEqual([]);
  expect((await place.pay(orderNo)).payment).toMatchObject({ attempt: 2, status: 'pending' });
  await place.present();
  await town.until(async () => (await place.read(orderNo)).payment?.status === 'succeeded');
});

test('nobody comes with a card: the attempt has failed, and nothing is left at the provider', async () => {
  const { orderNo } = await place.order();
  await place.pay(orderNo);
  await place.letPass();
  // the terminal's own word makes us look at once
  await place.shop.inside((tx) =>
    tx.publish(posEvents.paymentReported, { orderNo, result: 'timed_out' }, { aggregate: orderNo }),
  );
  await town.until(async () => (await place.read(orderNo)).payment?.status === 'failed');
  expect((await place.read(orderNo)).payment).toMatchObject({ errorCode: 'terminal_reader_timeout' });
  expect(await place.left()).toEqual([]);
});

test('the provider tells of the end that we made before we have noted why: it has failed all the same', async () => {
  const { orderNo } = await place.order();
  await place.pay(orderNo);
  const record = (state: 'cancelled' | 'failed' | 'pending') =>
    place.shop.inside(async (tx) => {
      const payment = (await findLastPayment(tx.db, orderNo))!;
      const { providerRef, amountMinor, currency, id: paymentId } = payment;
      const said = { ref: providerRef ?? '', state, amountMinor, currency, orderNo, paymentId };
      const outcome = await recordProviderPayment(tx, paymentId, {
        ...{ ...said, chargeRef: null, fee: null, clientSecret: null, actionUrl: null, errorMessage: null },
        errorCode: state === 'failed' ? 'terminal_reader_timeout' : null,
      });
      await publishOutcome(tx, outcome);
    });
  await record('cancelled');
  await record('failed');
  await record('cancelled');
  // a look that began before
  await record('pending');
  const failed = { status: 'failed', errorCode: 'terminal_reader_timeout' };
  expect((await place.read(orderNo)).payment).toMatchObject(failed);
  await town.until(async () => (await place.read(orderNo)).status === OrderStatus.paymentFailed);
});

test('a cancelled order: the terminal asks no more, and a card presented then pays nothing', async () => {
  const { orderNo } = await place.order();
  await place.pay(orderNo);
  await place.cancel(orderNo);
  await town.until(async () => (await place.actionNow()) === null);
  await town.until(async () => (await place.left()).length === 0);
  expect(await place.present()).toMatchObject({ error: { code: 'terminal_reader_invalid_state' } });
});

test('a terminal that is taken away while it asks leaves nothing that waits, at the provider or here', async () => {
  const cancelled = await place.order();
  await place.pay(cancelled.orderNo);
  await place.removeReader();
  await place.cancel(cancelled.orderNo);
  await town.until(async () => (await place.left()).length === 0);

  place = await openTerminalShop(town);
  const { orderNo } = await place.order();
  await place.pay(orderNo);
  await place.removeReader();
  await place.shop.inside((tx) => lookAtPayment(tx, orderNo));
  await town.until(async () => (await place.read(orderNo)).payment?.status === 'failed');
  expect(await place.left()).toEqual([]);
});

test('a terminal that is busy with another order refuses this one', async () => {
  const [first, second] = [await place.order(), await place.order()];
  await place.pay(first.orderNo);
  expect((await place.pay(second.orderNo)).payment).toMatchObject({
    status: 'failed',
    errorCode: 'terminal_reader_busy',
  });
  expect(await place.left()).toHaveLength(1);
  await place.present();
  await town.until(async () => (await place.read(first.orderNo)).payment?.status === 'succeeded');
});

test('only at a kiosk, and only where a terminal stands at the robot', async () => {
  const refused = { problem: 'payment.channel-not-available' };
  await expect(place.order('pos', place.shop.customer)).rejects.toMatchObject(refused);
  await place.shop.inside((tx) => tx.db.updateTable('pos_terminal').set({ robot_id: null }).execute());
  await expect(place.order()).rejects.toMatchObject(refused);
  await expect(place.order('card')).resolves.toMatchObject({ paidBy: 'card' });
});
