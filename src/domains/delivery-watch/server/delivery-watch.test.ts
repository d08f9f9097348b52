import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import type { OrderStepEvent } from '#domains/robots/contract/messages.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { deliveryRepairs, type UndeliveredRule } from '../contract/delivery-repairs.ts';
import { deliveryWatchEndpoints } from '../contract/endpoints.ts';
import { deliveryWatch } from './index.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown([deliveryWatch]);
});
afterAll(() => town.stop());

/** Minutes pass: the clock only goes on. */
const pass = (minutes: number): void => {
  const { clock } = town.server.services;
  clock.set(new Date(clock.now().getTime() + minutes * 60_000));
};
const look = async (): Promise<void> => {
  for (const schedule of deliveryWatch.schedules ?? []) await schedule.run(town.server.services, new Date());
};
const choose = (shop: TestShop, undelivered_rule: UndeliveredRule, more: { auto_refund_on_failure?: boolean } = {}) =>
  shop.inside((tx) =>
    tx.db
      .updateTable('tenant')
      .set({ undelivered_rule, ...more })
      .execute(),
  );
/** The work order was sent and nothing came back. */
const loseWorkOrder = (shop: TestShop, orderNo: string, accepted = false) =>
  shop.inside((tx) =>
    tx.db
      .updateTable('device_command')
      .set({ state: 'timed_out', due_at: null, sent_at: tx.now(), accepted_at: accepted ? tx.now() : null })
      .where('order_no', '=', orderNo)
      .execute(),
  );
const setOnline = (shop: TestShop, online: boolean) =>
  shop.inside((tx) =>
    tx.db.updateTable('robot').set({ online, presence_changed_at: tx.now() }).where('id', '=', shop.robot.id).execute(),
  );
const repairOf = (shop: TestShop, orderNo: string) =>
  shop.inside((tx) =>
    tx.db.selectFrom('delivery_repair').selectAll().where('order_no', '=', orderNo).executeTakeFirst(),
  );
const evidenceOf = async (shop: TestShop, orderNo: string): Promise<string[]> => {
  const found = await repairOf(shop, orderNo);
  const { steps } = await town.server.call(deliveryWatchEndpoints.evidence, { id: found!.id }, shop.staff);
  return steps.map(({ kind }) => kind);
};
const refundsAt = (shop: TestShop) =>
  town.provider.ledger(shop.secretKey).entries.filter(({ kind }) => kind === 'refund');
const isRefunded = async (shop: TestShop, orderNo: string) => (await shop.read(orderNo)).refundStatus === 102;
const isClosed = async (shop: TestShop, orderNo: string) => (await repairOf(shop, orderNo))?.state === 'closed';
/** A robot of the shop's spot speaks, whichever it is. */
async function says(
  shop: TestShop,
  robot: { id: string; imei: string },
  orderNo: string,
  report: Partial<OrderStepEvent>,
  seq: number,
) {
  await shop.inside((tx) =>
    tx.publish(
      robotEvents.orderStepReported,
      {
        ...{ robotId: robot.id, imei: robot.imei, session: 's9', sessionOrdinal: 9, seq },
        ...{ receivedAt: tx.now().toISOString(), deviceAt: tx.now().toISOString() },
        report: { kind: 'order.step', orderNo, step: 1, event: 2251, ...report },
      },
      { aggregate: orderNo },
    ),
  );
  await town.server.runDue();
}
/** A second robot of the spot that holds as much as the first. */
async function addRobot(shop: TestShop): Promise<{ id: string; imei: string }> {
  const robot = { id: newId(), imei: `87${newId().replaceAll('-', '').slice(0, 14)}` };
  await shop.inside(async (tx) => {
    await tx.db
      .insertInto('robot')
      .values({ ...robot, name: 'Robot 2', spot_id: shop.spotId, online: true })
      .execute();
    const held = await tx.db.selectFrom('robot_material').selectAll().where('robot_id', '=', shop.robot.id).execute();
    for (const { material_id, capacity } of held)
      await tx.db
        .insertInto('robot_material')
        .values({ robot_id: robot.id, material_id, capacity, current: capacity })
        .execute();
  });
  return robot;
}
const workOrdersOf = (shop: TestShop, orderNo: string) =>
  shop.inside((tx) =>
    tx.db
      .selectFrom('device_command')
      .select(['imei', 'state', 'args', 'result_code'])
      .where('order_no', '=', orderNo)
      .orderBy('issued_at')
      .orderBy('id')
      .execute(),
  );

describe('a robot that is unplugged before it takes the work order', () => {
  test('is not waited for: the order is taken back and paid back once, and a late drink changes nothing', async () => {
    const shop = await town.openShop();
    const { orderNo } = await shop.paidOrder();
    await loseWorkOrder(shop, orderNo);
    await setOnline(shop, false);
    pass(9);
    await look();
    expect(await repairOf(shop, orderNo)).toBeUndefined();
    pass(2);
    await look();
    expect(await repairOf(shop, orderNo)).toMatchObject({ reason: 'robot_offline', state: 'refunding', how: 'refund' });
    expect(await workOrdersOf(shop, orderNo)).toMatchObject([{ state: 'cancelled', result_code: 'WITHDRAWN' }]);
    await town.until(() => isRefunded(shop, orderNo));
    await town.until(() => isClosed(shop, orderNo));
    expect(await repairOf(shop, orderNo)).toMatchObject({ outcome: 'refunded', cups: 1, amount_minor: 4_500 });

    await shop.robotSays(orderNo, { step: 1, event: 2251 });
    await shop.robotSays(orderNo, { step: 2, event: 2301 });
    await look();
    expect(await shop.read(orderNo)).toMatchObject({ status: 4, refundStatus: 102 });
    expect(refundsAt(shop).map(({ amountMinor }) => amountMinor)).toEqual([4_500]);
    expect(await evidenceOf(shop, orderNo)).toEqual([
      ...['found', 'decided', 'withdrawn', 'refund-open', 'closed', 'late-report', 'late-report'],
    ]);
  });

  test('is asked again once it is back, where the tenant wants that, and only for what it has not said before', async () => {
    const shop = await town.openShop();
    await choose(shop, 'same_robot');
    const { orderNo } = await shop.paidOrder();
    await loseWorkOrder(shop, orderNo);
    await setOnline(shop, false);
    pass(12);
    await look();
    await look();
    expect(await repairOf(shop, orderNo)).toMatchObject({ state: 'waits_robot', how: '' });
    await town.server.runDue();
    expect(await shop.read(orderNo)).toMatchObject({ status: 3, refundStatus: null });
    await setOnline(shop, true);
    await look();
    expect(await repairOf(shop, orderNo)).toMatchObject({ state: 'waits_robot' });
    pass(2);
    await shop.inside((tx) =>
      tx.db
        .insertInto('device_session')
        .values({ ...{ imei: shop.robot.imei, session: 's4', ordinal: 4 }, first_seen_at: tx.now(), last_seq: 7 })
        .execute(),
    );
    await look();
    expect(await repairOf(shop, orderNo)).toMatchObject({ state: 'made_again', how: 'same_robot', remakes: 1 });
    expect(await workOrdersOf(shop, orderNo)).toHaveLength(2);
    // what it kept from before it was asked again is not the second drink
    await shop.robotSays(orderNo, { step: 1, event: 2251 }, { session: 4, seq: 5 });
    expect(await shop.read(orderNo)).toMatchObject({ status: 3, step: 0 });
    await shop.robotSays(orderNo, { step: 1, event: 2251 }, { session: 4, seq: 8 });
    await shop.robotSays(orderNo, { step: 2, event: 2301 }, { session: 4, seq: 9 });
    await town.until(() => isClosed(shop, orderNo));
    expect(await repairOf(shop, orderNo)).toMatchObject({ outcome: 'delivered' });
    expect(refundsAt(shop)).toEqual([]);
  });

  test('that says while it is waited for that the drink was made is believed', async () => {
    const shop = await town.openShop();
    await choose(shop, 'same_robot');
    const { orderNo } = await shop.paidOrder();
    await loseWorkOrder(shop, orderNo);
    await setOnline(shop, false);
    pass(12);
    await look();
    await shop.robotSays(orderNo, { step: 1, event: 2251 });
    await shop.robotSays(orderNo, { step: 2, event: 2301 });
    await town.until(() => isClosed(shop, orderNo));
    expect(await repairOf(shop, orderNo)).toMatchObject({ outcome: 'delivered', remakes: 0 });
    expect(await workOrdersOf(shop, orderNo)).toHaveLength(1);
  });

  test('that stays away is paid back in the end', async () => {
    const shop = await town.openShop();
    await choose(shop, 'same_robot');
    const { orderNo } = await shop.paidOrder();
    await loseWorkOrder(shop, orderNo);
    await setOnline(shop, false);
    pass(12);
    await look();
    pass(35);
    await look();
    await town.until(() => isClosed(shop, orderNo));
    expect(await repairOf(shop, orderNo)).toMatchObject({ outcome: 'refunded', how: 'refund' });
  });
});

test('only the missing cups are made again, by another robot; the first one is not heard any more', async () => {
  const shop = await town.openShop();
  await choose(shop, 'other_robot');
  const other = await addRobot(shop);
  const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity: 3 }]);
  const [first] = await workOrdersOf(shop, orderNo);
  const maker = first!.imei === other.imei ? other : shop.robot;
  const helper = maker === other ? shop.robot : other;
  await says(shop, maker, orderNo, { step: 1, event: 2251, drink: 1 }, 1);
  await says(shop, maker, orderNo, { step: 2, event: 2301, drink: 1 }, 2);
  for (const [drink, seq] of [
    [2, 3],
    [3, 5],
  ] as const)
    await says(shop, maker, orderNo, { step: 4, event: 2252, drink, reason: 'jam' }, seq);
  // the cups of a failed order are paid back at once where the tenant has it so
  await town.until(() => isRefunded(shop, orderNo));
  pass(11);
  await look();
  expect(await repairOf(shop, orderNo)).toBeUndefined();

  await choose(shop, 'other_robot', { auto_refund_on_failure: false });
  const next = (await shop.paidOrder([{ goodsId: shop.latteId, quantity: 3 }])).orderNo;
  const [sent] = await workOrdersOf(shop, next);
  const [one, two] = sent!.imei === maker.imei ? [maker, helper] : [helper, maker];
  await says(shop, one, next, { step: 1, event: 2251, drink: 1 }, 11);
  await says(shop, one, next, { step: 2, event: 2301, drink: 1 }, 12);
  for (const [drink, seq] of [
    [2, 13],
    [3, 15],
  ] as const)
    await says(shop, one, next, { step: 4, event: 2252, drink, reason: 'jam' }, seq);
  pass(11);
  await look();
  expect(await repairOf(shop, next)).toMatchObject({
    reason: 'failed',
    state: 'made_again',
    how: 'other_robot',
    cups: 2,
  });
  const sentAgain = (await workOrdersOf(shop, next)).at(-1)!;
  expect(sentAgain).toMatchObject({ imei: two.imei, args: { drinks: [{ drink: 2 }, { drink: 3 }] } });
  await says(shop, one, next, { step: 1, event: 2251, drink: 2 }, 21);
  expect(await shop.read(next)).toMatchObject({
    deviceImei: two.imei,
    drinks: [{ step: 2 }, { step: 0 }, { step: 0 }],
  });
  for (const drink of [2, 3]) {
    await says(shop, two, next, { step: 1, event: 2251, drink }, drink * 10);
    await says(shop, two, next, { step: 2, event: 2301, drink }, drink * 10 + 1);
  }
  await town.until(() => isClosed(shop, next));
  expect(await repairOf(shop, next)).toMatchObject({ outcome: 'delivered' });
  expect(await evidenceOf(shop, next)).toContain('late-report');
  // the two cups of the first order, and nothing of the second
  expect(refundsAt(shop).map(({ amountMinor }) => amountMinor)).toEqual([4_500, 4_500]);
});

test('a robot that vanishes while it makes a drink: the money goes back, for the drink may still come', async () => {
  const shop = await town.openShop();
  await choose(shop, 'other_robot');
  await addRobot(shop);
  const { orderNo } = await shop.paidOrder();
  const [sent] = await workOrdersOf(shop, orderNo);
  const robot = sent!.imei === shop.robot.imei ? shop.robot : { id: newId(), imei: sent!.imei };
  await says(shop, robot, orderNo, { step: 1, event: 2251 }, 1);
  await loseWorkOrder(shop, orderNo, true);
  await shop.inside((tx) =>
    tx.db
      .updateTable('robot')
      .set({ online: false, presence_changed_at: tx.now() })
      .where('imei', '=', robot.imei)
      .execute(),
  );
  pass(9);
  await look();
  expect(await repairOf(shop, orderNo)).toBeUndefined();
  pass(4);
  await look();
  await town.until(() => isClosed(shop, orderNo));
  expect(await repairOf(shop, orderNo)).toMatchObject({ reason: 'stopped_making', outcome: 'refunded', remakes: 0 });
  await says(shop, robot, orderNo, { step: 2, event: 2301 }, 3);
  expect(await shop.read(orderNo)).toMatchObject({ status: 4, refundStatus: 102 });
  expect(refundsAt(shop)).toHaveLength(1);
});

test('two servers that find it at once repair it once', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity: 2 }]);
  await loseWorkOrder(shop, orderNo);
  await setOnline(shop, false);
  pass(12);
  await Promise.all([look(), look(), look(), look()]);
  await town.until(() => isClosed(shop, orderNo));
  expect(refundsAt(shop).map(({ amountMinor }) => amountMinor)).toEqual([9_000]);
  expect((await evidenceOf(shop, orderNo)).filter((kind) => kind === 'decided')).toHaveLength(1);
});

test('a refund that the provider refuses first stays open, with what the provider said, until it has succeeded', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  const { account } = town.provider.ledger(shop.secretKey).entries[0]!;
  town.provider.faults.add({ kind: 'failRefund', when: 'refused', account });
  await loseWorkOrder(shop, orderNo);
  await setOnline(shop, false);
  pass(12);
  await look();
  await town.until(async () => (await evidenceOf(shop, orderNo)).includes('refund-failed'));
  expect(await repairOf(shop, orderNo)).toMatchObject({ state: 'refunding', closed_at: null });
  await look();
  await town.until(() => isClosed(shop, orderNo));
  expect(refundsAt(shop)).toHaveLength(1);
});

test('an order whose payment and refund are told by no webhook is watched and settled all the same', async () => {
  const shop = await town.openShop();
  await shop.paidOrder();
  const { account } = town.provider.ledger(shop.secretKey).entries[0]!;
  town.provider.faults.add({ kind: 'webhookLost', times: 20, account });
  const { orderNo } = await shop.paidOrder();
  await loseWorkOrder(shop, orderNo);
  await setOnline(shop, false);
  pass(12);
  await look();
  await town.until(() => isClosed(shop, orderNo));
  expect((await shop.read(orderNo)).money).toMatchObject({ paidMinor: 4_500, refundedMinor: 4_500 });
});

describe('a tenant that asks a person', () => {
  const waiting = async () => {
    const shop = await town.openShop();
    await choose(shop, 'ask');
    const { orderNo } = await shop.paidOrder();
    await loseWorkOrder(shop, orderNo);
    await setOnline(shop, false);
    pass(12);
    await look();
    return { shop, orderNo, id: (await repairOf(shop, orderNo))!.id };
  };
  const repair = deliveryWatchEndpoints.repair;

  test('has the order waiting until he has decided, and the reason is kept', async () => {
    const { shop, orderNo, id } = await waiting();
    expect(await town.server.call(deliveryWatchEndpoints.figures, {}, shop.staff)).toEqual({
      ...{ open: 1, waitsForPerson: 1, found: 1, delivered: 0, refunded: 0 },
    });
    expect(refundsAt(shop)).toEqual([]);
    await expect(town.server.call(repair, { id, how: 'other_robot', reason: 'x' }, shop.staff)).rejects.toThrow(
      'delivery-watch.no-other-robot',
    );
    await expect(town.server.call(repair, { id, how: 'same_robot', reason: 'x' }, shop.staff)).rejects.toThrow(
      'delivery-watch.robot-away',
    );
    expect(await town.server.call(repair, { id, how: 'refund', reason: 'guest left' }, shop.staff)).toEqual({
      ...{ id, state: 'refunding' },
    });
    await expect(town.server.call(repair, { id, how: 'refund', reason: 'again' }, shop.staff)).rejects.toThrow(
      'delivery-watch.not-open',
    );
    await town.until(() => isClosed(shop, orderNo));
    const { steps } = await town.server.call(deliveryWatchEndpoints.evidence, { id }, shop.staff);
    expect(steps.find(({ kind }) => kind === 'answered')?.detail).toEqual({ how: 'refund', reason: 'guest left' });
    expect(refundsAt(shop)).toHaveLength(1);
    expect(await town.server.call(deliveryWatchEndpoints.figures, {}, shop.staff)).toMatchObject({
      open: 0,
      refunded: 1,
    });
  });

  test('meets what he refunded from the order itself as settled', async () => {
    const { shop, orderNo } = await waiting();
    await town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 4_500, reason: 'late' }, shop.staff);
    await town.until(() => isClosed(shop, orderNo));
    await look();
    expect(await repairOf(shop, orderNo)).toMatchObject({ outcome: 'refunded' });
    expect(refundsAt(shop)).toHaveLength(1);
  });

  test('shows nothing of it to people of other spots and without the right', async () => {
    const { shop, id } = await waiting();
    const elsewhere = await shop.tenant.staff(['order:view', 'order:refund'], { spotIds: [shop.otherSpotId] });
    const list = { pageNo: 1, pageSize: 10 };
    expect(await town.server.call(deliveryRepairs.endpoints.page, list, shop.staff)).toMatchObject({ total: 1 });
    expect(await town.server.call(deliveryRepairs.endpoints.page, list, elsewhere)).toMatchObject({ total: 0 });
    expect(await town.server.call(deliveryWatchEndpoints.figures, {}, elsewhere)).toMatchObject({ open: 0, found: 0 });
    await expect(town.server.call(deliveryWatchEndpoints.evidence, { id }, elsewhere)).rejects.toThrow('not-found');
    await expect(town.server.call(repair, { id, how: 'refund', reason: 'x' }, elsewhere)).rejects.toThrow('not-found');
    const looker = await shop.tenant.staff(['order:view']);
    await expect(town.server.call(repair, { id, how: 'refund', reason: 'x' }, looker)).rejects.toThrow('forbidden');
  });
});
