import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmsSlice } from '#domains/alarms/server/index.ts';
import { beverages as selling } from '#domains/beverages/server/index.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { anOpenOrder } from '#domains/fleet/server/test-fleet.ts';
import { beverages } from '#domains/goods/contract/beverages.ts';
import { menus } from '#domains/goods/contract/menus.ts';
import { goods as goodsSlice } from '#domains/goods/server/index.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { spotEndpoints, spotOptionEndpoints } from '#domains/spots/contract/endpoints.ts';
import { spots as kind } from '#domains/spots/contract/spots.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { bareAnswer } from '#platform/testing/bare-answer.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { spots } from './index.ts';

let server: TestServer;
let tenant: TestTenant;
let goods: TestCatalogue;
let foreign: TestCatalogue;
let staff: Caller;
let clerk: Caller;
const VIEW = ['spot:view', 'beverage:view'];

beforeAll(async () => {
  server = await startTestServer({ slices: [spots, selling, goodsSlice, alarmsSlice], planDue: async () => 0 });
  tenant = await server.newTenant();
  const other = await server.newTenant();
  goods = await aCatalogue(server.services.database, tenant.id);
  foreign = await aCatalogue(server.services.database, other.id);
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: newId(), name: 'Station_1', name_zh: '一号站', status: 'suspended' }).execute(),
  );
  staff = await tenant.staff(VIEW);
  clerk = await tenant.staff(VIEW, { spotIds: [goods.spotId] });
});
afterAll(() => server?.stop());

test('the list shows the spots of the tenant with their robots, and filters literally', async () => {
  const all = await server.call(kind.endpoints.page, { column: 'name' }, staff);
  expect(all).toMatchObject({ total: 2, current: 1, pages: 1 });
  expect(all.records.map((spot) => [spot.name, spot.status, spot.robotCount])).toEqual([
    ['Harbour', 'in_business', 1],
    ['Station_1', 'suspended', 0],
  ]);
  expect((await server.call(kind.endpoints.page, { name: 'n_1' }, staff)).total).toBe(1);
  expect((await server.call(kind.endpoints.page, { name: '一号' }, staff)).records).toMatchObject([
    { nameZh: '一号站' },
  ]);
  expect((await server.call(kind.endpoints.page, { name: '%' }, staff)).total).toBe(0);
  expect((await server.call(kind.endpoints.page, { keyword: 'quay' }, staff)).total).toBe(1);
  expect((await server.call(kind.endpoints.page, { status: 'suspended' }, staff)).total).toBe(1);
});

test('the list counts the orders of today and the active alarms of each spot', async () => {
  const at = new Date();
  await server.services.database.write(tenant.id, async (db) => {
    const alarm = (type: string, state: string) => ({
      ...{ id: newId(), spot_id: goods.spotId, device_imei: '', device_name: 'Harbour', type, sub_key: state },
      ...{ severity: 'major', state, raised_at: at, last_seen_at: at },
    });
    await db
      .insertInto('alarm')
      .values([alarm('spot_network', 'open'), { ...alarm('spot_network', 'cleared'), cleared_at: at }])
      .execute();
  });
  const { robotId, imei, spotId } = goods;
  await anOpenOrder(server, tenant.id, { robotId, imei, spotId, status: OrderStatus.paidInQueue });
  const { records } = await server.call(kind.endpoints.page, { column: 'name' }, staff);
  expect(records.map(({ name, ordersToday, activeAlarms }) => [name, ordersToday, activeAlarms])).toEqual([
    ['Harbour', 1, 1],
    ['Station_1', 0, 0],
  ]);
});

test('the list takes a POST as well', async () => {
  const path = '/sos-backend/servicespots/sosServiceSpotsInfo/list';
  const answer = await server.send('POST', path, { pageNo: '1', pageSize: 1, column: 'name', order: 'desc' }, staff);
  expect(answer.body).toMatchObject({
    success: true,
    result: { total: 2, pages: 2, records: [{ name: 'Station_1' }] },
  });
});

test('the detail carries tax, extra amounts and company facts', async () => {
  const spot = await server.call(kind.endpoints.one, { id: goods.spotId }, staff);
  expect(spot).toMatchObject({ taxRate: 250_000, extraAmounts: [{ minMinor: 0, maxMinor: 3000, addMinor: 200 }] });
});

test('staff restricted to a spot sees that one only', async () => {
  expect((await server.call(kind.endpoints.page, {}, clerk)).records.map((spot) => spot.id)).toEqual([goods.spotId]);
  const nobody = await tenant.staff(VIEW, { spotIds: [] });
  expect((await server.call(kind.endpoints.page, {}, nobody)).total).toBe(0);
  const refused = server.call(kind.endpoints.one, { id: goods.spotId }, nobody);
  await expect(refused).rejects.toMatchObject({ problem: 'spot.not-found' });
});

test("another tenant's spot or beverage answers like an unknown one", async () => {
  for (const [endpoint, id] of [
    [kind.endpoints.one, foreign.spotId],
    [beverages.endpoints.one, foreign.latteId],
  ] as const) {
    const path = `/sos-backend${endpoint.path}?id=`;
    const [theirs, unknown, word] = await Promise.all(
      [id, newId(), 'no-uuid'].map((each) => server.send('GET', path + each, undefined, staff)),
    );
    expect(bareAnswer(theirs!)).toEqual(bareAnswer(unknown!));
    expect(bareAnswer(word!)).toEqual(bareAnswer(unknown!));
    expect(theirs?.status).toBe(404);
  }
});

test.each([
  ['a stranger', {}, 401],
  ['staff without the permission', { permissions: [] }, 403],
] as const)('%s gets nothing', async (_, caller, status) => {
  const who = 'permissions' in caller ? await tenant.staff(caller.permissions) : {};
  const own = [...Object.values(kind.endpoints), ...Object.values(spotEndpoints), ...spotOptionEndpoints];
  for (const endpoint of [...own, beverages.endpoints.page, beverages.endpoints.one, menus.endpoints.page].filter(
    ({ upload }) => !upload,
  )) {
    const answer = await server.send(
      endpoint.method,
      `/sos-backend${endpoint.path}`,
      endpoint.method === 'POST' ? {} : undefined,
      who,
    );
    expect(answer.status).toBe(status);
  }
});

test.each([
  ['an unknown field', { tenantId: '1' }],
  ['a sort by a secret column', { column: 'company_identification' }],
  ['a page too large', { pageSize: 201 }],
])('%s is malformed', async (_, body) => {
  for (const endpoint of [kind.endpoints.page, beverages.endpoints.page, menus.endpoints.page]) {
    expect((await server.send('POST', `/sos-backend${endpoint.path}`, body, staff)).status).toBe(400);
  }
});

test('beverages come higher sort first, with their menu and prices', async () => {
  const page = await server.call(beverages.endpoints.page, { menuId: goods.menuId }, staff);
  expect(page.records.map((each) => [each.name, each.menuName, each.originalPriceMinor, each.currency])).toEqual([
    ['Latte', 'Coffee', 4500, 'NOK'],
    ['Espresso', 'Coffee', 3000, 'NOK'],
  ]);
  expect((await server.call(beverages.endpoints.page, { name: '拿' }, staff)).total).toBe(1);
  expect((await server.call(beverages.endpoints.page, { menuId: 'coffee' }, staff)).total).toBe(0);
  expect((await server.call(beverages.endpoints.page, { column: 'originalPriceMinor' }, staff)).records[0]?.name).toBe(
    'Espresso',
  );
});

test('one beverage shows its groups and recipe, menus their number of beverages', async () => {
  const latte = await server.call(beverages.endpoints.one, { id: goods.latteId }, staff);
  expect(latte.groups.map((group) => group.choices.length)).toEqual([2, 2]);
  expect(latte.recipe.map((line) => [line.code, line.unit, line.amount, line.necessary])).toContainEqual([
    'syrup',
    'ml',
    10,
    false,
  ]);
  const all = await server.call(menus.endpoints.page, {}, staff);
  expect(all.records).toEqual([expect.objectContaining({ id: goods.menuId, parentId: null, beverageCount: 2 })]);
});
