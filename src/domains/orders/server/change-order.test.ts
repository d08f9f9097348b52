import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { nextOrderState, ORDER_TRIGGERS, type OrderState, staffMoves } from '#domains/orders/rules/order-status.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { findOrder, updateOrder } from './order-store.ts';
import { startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown();
  shop = await town.openShop();
});
afterAll(() => town.stop());

const PLACES: { status: number; step: number }[] = [
  { status: 1, step: 0 },
  { status: 2, step: 0 },
  { status: 3, step: 0 },
  { status: 3, step: 1 },
  { status: 4, step: 4 },
  { status: 5, step: 2 },
  { status: 6, step: 3 },
  { status: 7, step: 6 },
];

/** Puts an order where the test wants it, cups and all, past every rule. */
async function orderAt(place: { status: number; step: number }): Promise<string> {
  const { orderNo } = place.status <= 2 ? await shop.order() : await shop.paidOrder();
  await shop.inside(async (tx) => {
    await tx.db.updateTable('coffee_order').set(place).where('order_no', '=', orderNo).execute();
    await tx.db.updateTable('order_drink').set({ step: place.step }).where('order_no', '=', orderNo).execute();
  });
  return orderNo;
}

const pairs = PLACES.flatMap((from) => PLACES.map((to) => ({ from, to })));

test.each(pairs)(
  'staff moves $from.status/$from.step to $to.status/$to.step only along the table',
  async ({ from, to }) => {
    const orderNo = await orderAt(from);
    const lawful = staffMoves({ ...from, cancelled: false } as OrderState).some(
      (move) => move.status === to.status && move.step === to.step,
    );
    const before = await shop.read(orderNo);
    const move = town.server.call(orderEndpoints.change, { orderNo, ...to } as never, shop.staff);
    if (lawful) {
      expect(await move).toMatchObject(to);
      return;
    }
    await expect(move).rejects.toMatchObject({
      problem: 'order.illegal-transition',
      answer: { status: 200, body: { success: false, code: '409' } },
    });
    expect(await shop.read(orderNo)).toEqual(before);
  },
);

test('every lawful move of the table is open to somebody', () => {
  const reachable = ORDER_TRIGGERS.filter((trigger) =>
    [null, ...PLACES.map((place) => ({ ...place, cancelled: false }) as OrderState)].some(
      (from) => nextOrderState(from, trigger).allowed,
    ),
  );
  expect(reachable).toEqual([...ORDER_TRIGGERS]);
});

/** A shop that gives nothing back by itself. */
async function openStrictShop(): Promise<TestShop> {
  const strict = await town.openShop();
  await strict.inside((tx) => tx.db.updateTable('tenant').set({ auto_refund_on_failure: false }).execute());
  return strict;
}

test('a re-make queues the failed cup again with a new code and new stock', async () => {
  const strict = await openStrictShop();
  const { orderNo } = await strict.paidOrder();
  await strict.robotSays(orderNo, { step: 4, event: 2252 });
  const before = await strict.level('beans');
  const again = await town.server.call(orderEndpoints.change, { orderNo, status: 3 }, strict.staff);
  expect(again).toMatchObject({ status: 3, step: 0, orderType: 2, drinks: [{ step: 0, failure: null }] });
  expect((await strict.level('beans')).reserved).toBe(before.reserved + 18);
  expect(await town.server.call(orderEndpoints.commands, { orderNo }, strict.staff)).toHaveLength(2);
});

const AGAIN = { status: 3, step: 0 };

test('a drink whose money goes back is not made again, and the order says so', async () => {
  const { orderNo } = await shop.paidOrder();
  await shop.robotSays(orderNo, { step: 4, event: 2252 });
  const refused = expect.objectContaining({ problem: 'order.remake.already-refunded' });
  const remake = (of: TestShop, no: string) =>
    town.server.call(orderEndpoints.change, { orderNo: no, ...AGAIN } as never, of.staff);
  const movesOf = async (of: TestShop, no: string) =>
    (await town.server.call(orderEndpoints.detail, { orderNo: no }, of.staff)).staffMoves;
  await expect(remake(shop, orderNo)).rejects.toEqual(refused);
  expect(await movesOf(shop, orderNo)).toContainEqual({ ...AGAIN, blocker: 'already-refunded' });

  const strict = await openStrictShop();
  const byHand = await strict.paidOrder();
  await strict.robotSays(byHand.orderNo, { step: 4, event: 2252 });
  expect(await movesOf(strict, byHand.orderNo)).toContainEqual({ ...AGAIN, blocker: null });
  const refund = { orderNo: byHand.orderNo, amountMinor: 4_500, reason: 'cold' };
  await town.server.call(refundEndpoints.refund, refund, strict.staff);
  await expect(remake(strict, byHand.orderNo)).rejects.toEqual(refused);
});

test('of several failed cups those are made again that are not paid back', async () => {
  const strict = await openStrictShop();
  const { orderNo } = await strict.paidOrder([{ goodsId: strict.latteId, quantity: 3 }]);
  for (const drink of [1, 2, 3]) await strict.robotSays(orderNo, { drink, step: 4, event: 2252 });
  await strict.inside((tx) =>
    tx.db
      .updateTable('order_drink')
      .set({ refunded: true })
      .where('order_no', '=', orderNo)
      .where('drink_no', '=', 2)
      .execute(),
  );
  const again = await town.server.call(orderEndpoints.change, { orderNo, ...AGAIN } as never, strict.staff);
  expect(again.drinks.map((drink) => drink.step)).toEqual([0, 4, 0]);
});

test('what the robot says later, and more exactly, is why a cup failed', async () => {
  const quiet = await town.openShop();
  const { orderNo } = await quiet.paidOrder();
  const [command] = await town.server.call(orderEndpoints.commands, { orderNo }, quiet.staff);
  const { imei } = quiet.robot;
  const answer = { state: 'failed', resultCode: 'MAKE_FAILED', resultText: null, late: false } as const;
  await quiet.inside((tx) =>
    tx.publish(deviceEvents.commandFinished, { commandId: command!.id, imei, cmd: 'makeOrder', orderNo, ...answer }),
  );
  await town.server.runDue();
  const failure = async () => (await quiet.read(orderNo)).drinks[0]?.failure;
  expect(await failure()).toBe('MAKE_FAILED');
  await quiet.robotSays(orderNo, { step: 4, event: 2252, reason: 'material-empty' }, { session: 1, seq: 10 });
  expect(await failure()).toBe('material-empty');
  await quiet.robotSays(orderNo, { step: 4, event: 2252, reason: 'unknown' }, { session: 1, seq: 11 });
  expect(await failure()).toBe('material-empty');
  expect(await unheeded(quiet)).toEqual(['s1/11 confirmed']);
});

test('a pick-up that the customer has told before is confirmed by the robot, not late', async () => {
  const quiet = await town.openShop();
  const { orderNo } = await quiet.paidOrder();
  await quiet.robotSays(orderNo, { step: 1, event: 2251 }, { session: 1, seq: 1 });
  await quiet.robotSays(orderNo, { step: 2, event: 2301 }, { session: 1, seq: 2 });
  await town.server.call(storefrontEndpoints.pickUp, { orderNo }, quiet.customer);
  await quiet.robotSays(orderNo, { step: 3, event: 2402 }, { session: 1, seq: 3 });
  expect(await unheeded(quiet)).toEqual(['s1/3 confirmed']);
});

async function unheeded(of: TestShop): Promise<string[]> {
  const events = await of.inside((tx) =>
    tx.db.selectFrom('device_event').select(['session', 'seq', 'confirmed']).where('ignored', '=', true).execute(),
  );
  return events.map((event) => `${event.session}/${event.seq} ${event.confirmed ? 'confirmed' : 'late'}`).sort();
}

test('a late, repeated or foreign word of a robot changes nothing and is marked', async () => {
  const quiet = await town.openShop();
  const { orderNo } = await quiet.paidOrder();
  await quiet.robotSays(orderNo, { step: 1, event: 2251 }, { session: 2, seq: 5 });
  await quiet.robotSays(orderNo, { step: 2, event: 2301 }, { session: 1, seq: 99 });
  await quiet.robotSays(orderNo, { step: 2, event: 2301 }, { session: 2, seq: 4 });
  expect(await quiet.read(orderNo)).toMatchObject({ status: 3, step: 1 });
  await quiet.robotSays('20260101500100000001', { step: 1, event: 2251 }, { session: 2, seq: 6 });
  await quiet.robotSays(orderNo, { step: 2, event: 2301 }, { session: 3, seq: 0 });
  expect(await quiet.read(orderNo)).toMatchObject({ status: 5, step: 2 });
  expect(await unheeded(quiet)).toEqual(['s1/99 late', 's2/4 late', 's2/6 late']);
});

test('what a robot says is made counts once it is known to have begun, in whichever order two servers hear it', async () => {
  const quiet = await town.openShop();
  const { orderNo } = await quiet.paidOrder([{ goodsId: quiet.latteId, quantity: 2 }]);
  await quiet.robotSays(orderNo, { step: 2, event: 2301, drink: 1 }, { session: 1, seq: 2 });
  expect(await quiet.read(orderNo)).toMatchObject({ status: 3, step: 0 });
  expect(await unheeded(quiet)).toEqual(['s1/2 late']);
  await quiet.robotSays(orderNo, { step: 1, event: 2251, drink: 1 }, { session: 1, seq: 1 });
  expect((await quiet.read(orderNo)).drinks.map(({ step }) => step)).toEqual([2, 0]);
  expect(await unheeded(quiet)).toEqual([]);
  await quiet.robotSays(orderNo, { step: 2, event: 2301, drink: 2 }, { session: 1, seq: 4 });
  await quiet.robotSays(orderNo, { step: 1, event: 2251, drink: 2 }, { session: 1, seq: 3 });
  expect(await quiet.read(orderNo)).toMatchObject({ status: 5, step: 2 });
  const { timeline } = await town.server.call(orderEndpoints.detail, { orderNo }, quiet.staff);
  expect(timeline.map(({ code }) => code)).toEqual([2301, 2251, 2301, 2251, 2201, 2101]);
});

test('what was said to be made before it began says nothing of the cup that began', async () => {
  const anew = await town.openShop();
  const { orderNo } = await anew.paidOrder();
  await anew.robotSays(orderNo, { step: 2, event: 2301 }, { session: 1, seq: 1 });
  await anew.robotSays(orderNo, { step: 1, event: 2251 }, { session: 1, seq: 2 });
  expect(await anew.read(orderNo)).toMatchObject({ status: 3, step: 1 });
  expect(await unheeded(anew)).toEqual(['s1/1 late']);
});

test('a work order that its robot never took fails the order, frees its stock and returns the money', async () => {
  const deaf = await town.openShop();
  const { orderNo } = await deaf.paidOrder();
  const [command] = await town.server.call(orderEndpoints.commands, { orderNo }, deaf.staff);
  await deaf.inside((tx) =>
    tx.publish(deviceEvents.commandFinished, {
      commandId: command!.id,
      imei: deaf.robot.imei,
      cmd: 'makeOrder',
      orderNo,
      state: 'expired',
      resultCode: null,
      resultText: null,
      late: false,
    }),
  );
  // The provider is a server of its own: what it does not answer in time is asked again a second later.
  const returned = async (): Promise<unknown> => {
    await town.server.runDue();
    return (await deaf.read(orderNo)).refundStatus;
  };
  await expect.poll(returned, { timeout: 15_000, interval: 300 }).toBe(102);
  expect(await deaf.read(orderNo)).toMatchObject({
    status: 4,
    step: 4,
    refundStatus: 102,
    money: { refundedMinor: 4500 },
  });
  expect((await deaf.level('beans')).reserved).toBe(0);
});

test('an unpaid order expires after 15 minutes, a stalled one after more than five hours, a window closes once', async () => {
  const slow = await town.openShop();
  const [unpaid, stalled, waiting] = [await slow.order(), await slow.paidOrder(), await slow.paidOrder()];
  await slow.robotSays(waiting.orderNo, { step: 1, event: 2251 });
  await slow.robotSays(waiting.orderNo, { step: 2, event: 2301 });
  // A work order that no robot took would end the stalled one long before: here the robot took it and fell silent.
  await slow.inside((tx) =>
    tx.db
      .updateTable('device_command')
      .set({ state: 'timed_out', due_at: null })
      .where('order_no', '=', stalled.orderNo)
      .execute(),
  );
  const { clock } = town.server.services;
  const start = clock.now().getTime();
  const { orderTimers } = await import('./order-timers.ts');
  const at = async (seconds: number): Promise<void> => {
    clock.set(new Date(start + seconds * 1_000));
    for (const timer of orderTimers) for (const _ of [1, 2]) await timer.run(town.server.services, clock.now());
    await town.server.runDue();
  };
  try {
    await at(880);
    expect(await slow.read(unpaid.orderNo)).toMatchObject({ status: 1 });
    await at(1_000);
    expect(await slow.read(unpaid.orderNo)).toMatchObject({ status: 2, cancelEvent: 11102 });
    await expect(slow.pay(unpaid.orderNo)).rejects.toMatchObject({ problem: 'order.not-payable' });
    const detail = await town.server.call(orderEndpoints.detail, { orderNo: waiting.orderNo }, slow.staff);
    expect(detail).toMatchObject({ status: 5, step: 2 });
    expect(detail.timeline.filter((entry) => entry.code === 2401)).toHaveLength(1);

    await at(17_990);
    expect(await slow.read(stalled.orderNo)).toMatchObject({ status: 3 });
    await at(18_100);
    expect(await slow.read(stalled.orderNo)).toMatchObject({ status: 7, step: 6 });
    expect(await slow.read(waiting.orderNo)).toMatchObject({ status: 7, step: 6 });
  } finally {
    clock.set(new Date(start + 1_000));
  }
});

test('a change is written upon the state that was decided on, and no other', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.order();
  const decidedOn = (await shop.inside((tx) => findOrder(tx.db, orderNo)))!;
  await shop.pay(orderNo);
  const expired = { status: OrderStatus.paymentFailed, step: OrderStep.unmade, cancelled: true };
  expect(await shop.inside((tx) => updateOrder(tx.db, decidedOn, { state: expired }))).toBe(false);
  expect(await shop.read(orderNo)).toMatchObject({ status: OrderStatus.paidInQueue });
});
