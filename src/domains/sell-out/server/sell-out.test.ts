import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { robotHistoryEndpoint } from '#domains/robots/contract/history-endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { offerEndpoints, type SellOutRequest, switchGoodsEndpoints } from '../contract/endpoints.ts';
import { sellOut } from './index.ts';

// Two robots at two spots with a latte and an espresso; five cups of each material in the first.
let town: TestTown;
let shop: TestShop;
let staff: Caller;
let otherRobotId: string;
beforeAll(async () => {
  town = await startTestTown([sellOut]);
  shop = await town.openShop({ cups: 5 });
  staff = await shop.tenant.staff();
  otherRobotId = newId();
  await shop.inside(async ({ db }) => {
    const add = (id: string, name: string) =>
      db
        .insertInto('robot')
        .values({ id, imei: `86${id.slice(-12)}`, name, spot_id: shop.otherSpotId })
        .execute();
    await add(otherRobotId, 'Robot 2');
    await db.updateTable('robot').set({ last_heard_at: new Date() }).execute();
    // was never connected, so nothing of it is sold out
    await add(newId(), 'Robot 3');
  });
});
afterAll(() => town?.stop());

const { offers: board } = offerEndpoints;
const { switchGoods } = switchGoodsEndpoints;
const list = (request: Partial<SellOutRequest> = {}, caller = staff) => town.server.call(board, request, caller);
const turn = (offered: boolean, more: object = {}, caller = staff) =>
  town.server.call(switchGoods, { robotIds: [shop.robot.id], goodsIds: [shop.latteId], offered, ...more }, caller);
const latte = async () => (await list({ keyword: shop.robot.imei, goodsId: shop.latteId })).records[0]?.offers[0];
const menu = async () => {
  const { goods } = await town.server.call(storefrontEndpoints.menu, { spotId: shop.spotId }, shop.customer);
  return Object.fromEntries(goods.map(({ name, soldOut }) => [name, soldOut]));
};

test('robots by spot, drinks as customers see them, and what each can make', async () => {
  const page = await list();
  expect(page.goods.map(({ name, menuName }) => [name, menuName]).sort()).toEqual([
    ['Espresso', 'Coffee'],
    ['Latte', 'Coffee'],
  ]);
  expect(page.records.map(({ name, spotName, soldOut }) => [spotName, name, soldOut])).toEqual([
    ['Central Station', 'Robot 1', 'available'],
    ['Harbour', 'Robot 2', 'soldOut'],
  ]);
  for (const { offers } of page.records)
    expect(offers.map(({ goodsId }) => goodsId)).toEqual(page.goods.map(({ goodsId }) => goodsId));
  // each material was poured for five cups of its own: beans and cups are shared by both drinks
  expect(await latte()).toEqual({
    ...{ goodsId: shop.latteId, state: 'available', why: null, materialIds: [], servings: 5 },
  });
  expect(page.records[1]?.offers[0]).toMatchObject({ state: 'soldOut', why: 'material', servings: 0 });
});

test('what staff take off a robot is gone from the next menu and refused, and back with the next one', async () => {
  expect(await menu()).toEqual({ Latte: false, Espresso: false });
  const basket = { spotId: shop.spotId, lines: [{ goodsId: shop.latteId, quantity: 1 }] };
  const order = () => town.server.call(storefrontEndpoints.createOrder, basket, { ...shop.customer, headers: aKey() });
  expect(await turn(false, { reason: 'milk pump is being cleaned' })).toEqual({ changed: 1 });
  expect(await menu()).toEqual({ Latte: true, Espresso: false });
  await expect(order()).rejects.toMatchObject({ problem: 'order.sold-out' });
  expect(await latte()).toMatchObject({ state: 'soldOut', why: 'switchedOff', servings: 5 });
  expect(await turn(false), 'saying it twice changes nothing').toEqual({ changed: 0 });
  expect(await turn(true)).toEqual({ changed: 1 });
  expect(await menu()).toEqual({ Latte: false, Espresso: false });
  await order();
  const { records } = await town.server.call(robotHistoryEndpoint, { id: shop.robot.id }, staff);
  expect(records.map(({ action, reason, changes }) => [action, reason, changes])).toEqual([
    ['robot:switch-goods', null, [{ field: 'switchedOff', before: ['Latte'], after: [] }]],
    ['robot:switch-goods', 'milk pump is being cleaned', [{ field: 'switchedOff', before: [], after: ['Latte'] }]],
  ]);
});

test('a drink is switched on several robots, several drinks on one', async () => {
  const robotIds = [shop.robot.id, otherRobotId];
  const goodsIds = [shop.latteId, shop.espressoId];
  expect(await turn(false, { robotIds, goodsIds })).toEqual({ changed: 4 });
  const { records } = await list();
  expect(records.flatMap(({ offers }) => offers.map(({ why }) => why))).toEqual(Array(4).fill('switchedOff'));
  expect(await turn(true, { robotIds, goodsIds })).toEqual({ changed: 4 });
});

test('why it is sold out: which material, or that the robot says so', async () => {
  const milk = await shop.inside(({ db }) =>
    db.selectFrom('material').select('id').where('code', '=', 'milk').executeTakeFirstOrThrow(),
  );
  const set = (values: { current?: number; empty_since?: Date | null; low_mark?: number }) =>
    shop.inside(({ db }) => db.updateTable('robot_material').set(values).where('material_id', '=', milk.id).execute());
  await set({ current: 199, low_mark: 400 });
  expect(await latte()).toMatchObject({ state: 'soldOut', why: 'material', materialIds: [milk.id] });
  const [robot] = (await list({ soldOut: 'partly' })).records;
  // what is out is not also low
  expect(robot).toMatchObject({ robotId: shop.robot.id, lowMaterialIds: [], soldOut: 'partly' });
  await set({ current: 1_000, empty_since: new Date() });
  expect(await latte()).toMatchObject({ why: 'fault', materialIds: [milk.id] });
  await set({ empty_since: null, low_mark: 0 });
});

test('filters: spot, robot, drink, and what can be made', async () => {
  const names = async (request: Partial<SellOutRequest>) => (await list(request)).records.map(({ name }) => name);
  expect(await names({ spotId: shop.otherSpotId })).toEqual(['Robot 2']);
  expect(await names({ keyword: shop.robot.imei })).toEqual(['Robot 1']);
  expect(await names({ soldOut: 'soldOut' })).toEqual(['Robot 2']);
  expect(await names({ soldOut: '!soldOut' })).toEqual(['Robot 1']);
  expect((await list({ goodsId: shop.latteId })).goods.map(({ name }) => name)).toEqual(['Latte']);
  expect((await list({ menuId: newId() })).goods).toEqual([]);
  expect((await list({ goodsId: 'latte' })).goods).toEqual([]);
  expect(await list({ pageSize: 1, pageNo: 2 })).toMatchObject({ total: 2, pages: 2, records: [{ name: 'Robot 2' }] });
});

test('people of one spot see and switch its robots alone, others nothing', async () => {
  const clerk = await shop.tenant.staff('all', { spotIds: [shop.otherSpotId] });
  expect((await list({}, clerk)).records.map(({ name }) => name)).toEqual(['Robot 2']);
  await expect(turn(false, { robotIds: [otherRobotId, shop.robot.id] }, clerk)).rejects.toMatchObject({
    problem: 'robot.not-found',
  });
  expect(await turn(false, { robotIds: [otherRobotId] }, clerk)).toEqual({ changed: 1 });
  const stranger = await (await town.server.newTenant()).staff();
  expect((await list({}, stranger)).records).toEqual([]);
  await expect(turn(false, {}, stranger)).rejects.toMatchObject({ problem: 'robot.not-found' });
  const reader = await shop.tenant.staff(['beverage:view']);
  await expect(turn(false, {}, reader)).rejects.toMatchObject({ problem: 'request.forbidden' });
});

test('a drink that is not there, or none at all, is refused', async () => {
  await expect(turn(false, { goodsIds: [newId()] })).rejects.toMatchObject({ problem: 'beverage.not-found' });
  await expect(turn(false, { goodsIds: ['latte'] })).rejects.toMatchObject({ problem: 'beverage.not-found' });
  await expect(turn(false, { goodsIds: [] })).rejects.toMatchObject({ problem: 'request.malformed' });
});
