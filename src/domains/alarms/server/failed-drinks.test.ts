import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { alarms } from '../contract/alarms.ts';
import { alarmsSlice } from './index.ts';
import { lookAtRobots } from './look.ts';

const FAILED = { step: 4, event: 2252 } as const;
const MAKING = { step: 1, event: 2251 } as const;
const MADE = { step: 2, event: 2301 } as const;

let town: TestTown;
let shop: TestShop;
let staff: Caller;

beforeAll(async () => {
  town = await startTestTown([alarmsSlice]);
});
beforeEach(async () => {
  shop = await town.openShop();
  staff = await shop.tenant.staff(['alarm:view']);
});
afterAll(() => town.stop());

const list = async (request: Record<string, unknown> = {}) =>
  (await town.server.call(alarms.endpoints.page, { type: 'make_failure', ...request } as never, staff)).records;

test('drinks that fail in a row become critical, and the next one that is made ends it', async () => {
  const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity: 5 }]);
  const fails = (drink: number) => shop.robotSays(orderNo, { ...FAILED, drink });
  await fails(1);
  await fails(2);
  // what is said again is no failure of its own
  await fails(2);
  expect(await list()).toMatchObject([{ severity: 'major', count: 2 }]);
  await fails(3);
  expect(await list()).toMatchObject([{ severity: 'critical', count: 3, value: '3 in a row', valueZh: '连续 3 次' }]);
  await shop.inside((tx) => lookAtRobots(tx, [shop.robot.id]));
  expect(await list()).toMatchObject([{ state: 'open' }]);
  for (const report of [MAKING, MADE]) await shop.robotSays(orderNo, { ...report, drink: 4 });
  expect(await list()).toMatchObject([{ state: 'cleared', clearedWhy: 'made' }]);
  // the next failure is the first one again
  await fails(5);
  expect(await list({ state: 'open' })).toMatchObject([{ severity: 'major', count: 1 }]);
});

test('in maintenance failed drinks call nobody, and do so once that is over', async () => {
  const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity: 2 }]);
  await shop.robotSays(orderNo, { ...FAILED, drink: 1 });
  const becomes = async (mode: 'maintain' | 'normal') => {
    await shop.inside(({ db }) => db.updateTable('robot').set({ mode }).where('id', '=', shop.robot.id).execute());
    await shop.inside((tx) => lookAtRobots(tx, [shop.robot.id]));
    return (await list())[0];
  };
  expect(await list()).toMatchObject([{ silent: false }]);
  expect(await becomes('maintain')).toMatchObject({ state: 'open', silent: true, count: 1 });
  expect(await becomes('normal')).toMatchObject({ state: 'open', silent: false, count: 1 });
});

test('what a robot says of the orders of others, or of none, neither raises nor ends an alarm', async () => {
  const ofOther = async () => {
    const { orderNo } = await shop.paidOrder();
    await shop.inside(({ db }) =>
      db.updateTable('coffee_order').set({ robot_imei: '860000000000001' }).where('order_no', '=', orderNo).execute(),
    );
    return orderNo;
  };
  for (const orderNo of [await ofOther(), await ofOther(), '2026112300001']) await shop.robotSays(orderNo, FAILED);
  expect(await list()).toEqual([]);
  await shop.robotSays((await shop.paidOrder()).orderNo, FAILED);
  const alien = await ofOther();
  for (const report of [MAKING, MADE]) await shop.robotSays(alien, report);
  expect(await list()).toMatchObject([{ state: 'open', count: 1 }]);
});

test('a refused work order fails all its drinks; what a person calls failed is no word of the robot', async () => {
  const byHand = await shop.paidOrder();
  await town.server.call(orderEndpoints.change, { orderNo: byHand.orderNo, status: 4, step: 4 }, shop.staff);
  await town.server.runDue();
  expect(await list()).toEqual([]);
  const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity: 3 }]);
  await shop.inside(async (tx) => {
    const command = await tx.db
      .updateTable('device_command')
      .set({ state: 'failed', result_code: 'MAKE_FAILED' })
      .where('order_no', '=', orderNo)
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.publish(deviceEvents.commandFinished, {
      ...{ commandId: command.id, imei: shop.robot.imei, cmd: 'makeOrder', orderNo },
      ...{ state: 'failed', resultCode: 'MAKE_FAILED', resultText: null, late: false },
    });
  });
  await town.server.runDue();
  expect(await list()).toMatchObject([{ severity: 'critical', count: 3 }]);
  // why the first one failed is known by now
  await shop.robotSays(orderNo, { ...FAILED, drink: 1, reason: 'grinder-jam' });
  expect(await list()).toMatchObject([{ count: 3 }]);
});
