import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages, loadSpotMenu } from '#domains/beverages/server/index.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotHistoryEndpoint } from '#domains/robots/contract/history-endpoint.ts';
import { type CountedMaterial, updateMaterialsEndpoints } from '#domains/robots/contract/stock-endpoints.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { addTestRobot, robotSlices } from './test-robots.ts';

// Stock by hand beside what robots tell (settled 81).
let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let goods: TestCatalogue;
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  server = await startTestServer({ slices: [...robotSlices, beverages], planDue: async () => 0, broker, log });
  tenant = await server.newTenant();
  staff = await tenant.staff();
  goods = await aCatalogue(server.services.database, tenant.id);
});
afterAll(() => server?.stop());

const { updateMaterials } = updateMaterialsEndpoints;
const count = (materials: CountedMaterial[], more: object = {}, caller = staff) =>
  server.call(updateMaterials, { robotId: goods.robotId, materials, reason: 'weekly count', ...more }, caller);
const of = (code: 'beans' | 'milk' | 'cup' | 'syrup', facts: Omit<CountedMaterial, 'materialId'>): CountedMaterial => ({
  materialId: goods.materials[code],
  ...facts,
});
const one = (id: string) => server.call(robotEndpoints.one, { id }, staff);
const materialOf = async (code: string, id = goods.robotId) =>
  (await one(id)).materials.find((material) => material.code === code);
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (refused) => refused.answer.body.faults.map(({ path }: { path: string }) => path),
  );

test('amount, capacity and low mark are set; the history says what, who and why', async () => {
  const counted = [of('milk', { amount: 3_000, capacity: 4_000, lowMark: 400 }), of('beans', { lowMark: 100 })];
  const { materials, kept } = await count(counted, { operator: 'Kari' });
  expect(kept).toEqual([]);
  expect(materials.find(({ code }) => code === 'milk')).toMatchObject({
    ...{ current: 3_000, level: 3_000, capacity: 4_000, lowMark: 400, hoursToEmpty: null },
  });
  expect(await materialOf('beans')).toMatchObject({ current: 180, capacity: 2_000, lowMark: 100 });
  const { records } = await server.call(robotHistoryEndpoint, { id: goods.robotId }, staff);
  expect(records[0]).toMatchObject({ action: 'robot:refill', byKind: 'staff', reason: 'weekly count' });
  expect(records[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'milk', before: 1_000, after: 3_000 },
      { field: 'milk:capacity', before: 5_000, after: 4_000 },
      { field: 'beans:lowMark', before: 0, after: 100 },
      { field: 'operator', before: null, after: 'Kari' },
    ]),
  );
});

test('a drink that has run out can be ordered again with the next look at the menu', async () => {
  const latte = async () => {
    const menu = await server.services.database.read(tenant.id, (db) =>
      loadSpotMenu(db, { spotId: goods.spotId, channel: 'kiosk', imei: goods.imei }, new Date()),
    );
    return menu.goods.find(({ goodsId }) => goodsId === goods.latteId)?.soldOut;
  };
  await count([of('milk', { amount: 0 })]);
  expect(await latte()).toBe(true);
  await count([of('milk', { amount: 1_000 })]);
  expect(await latte()).toBe(false);
});

test('a material that the robot did not have needs its capacity', async () => {
  const id = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('material').values({ id, name: 'Ice', material_type: 3, unit: 'g', code: 'ice' }).execute(),
  );
  expect(await faultsOf(count([{ materialId: id, amount: 5 }]))).toEqual(['materials.0.capacity']);
  await count([{ materialId: id, amount: 5, capacity: 50 }]);
  expect(await materialOf('ice')).toMatchObject({ current: 5, capacity: 50, lowMark: 0 });
});

test.each<[string, () => Promise<unknown>, string[]]>([
  ['more than goes in', () => count([of('cup', { amount: 5 }), of('milk', { amount: 9_000 })]), ['materials.1.amount']],
  ['a mark above it', () => count([of('milk', { lowMark: 9_000 })]), ['materials.0.lowMark']],
  ['a material of nobody', () => count([{ materialId: newId(), amount: 1 }]), ['materials.0.materialId']],
  ['one twice', () => count([of('milk', { amount: 1 }), of('milk', { amount: 2 })]), ['materials']],
  ['no reason', () => count([of('milk', { amount: 1 })], { reason: '' }), ['reason']],
  ['a negative amount', () => count([of('milk', { amount: -1 })]), ['materials.0.amount']],
])('%s is refused at its field, and nothing is written', async (_, work, paths) => {
  const before = await one(goods.robotId);
  expect(await faultsOf(work())).toEqual(paths);
  expect((await one(goods.robotId)).materials).toEqual(before.materials);
});

test('who may not refill, or not see the robot, changes nothing', async () => {
  const milk = [of('milk', { amount: 1 })];
  await expect(count(milk, {}, await tenant.staff(['robot:view']))).rejects.toMatchObject({
    problem: 'request.forbidden',
  });
  await expect(count(milk, {}, await tenant.staff(['robot:refill'], { spotIds: [] }))).rejects.toMatchObject({
    problem: 'robot.not-found',
  });
  const stranger = await (await server.newTenant()).staff();
  await expect(count(milk, {}, stranger)).rejects.toMatchObject({ problem: 'robot.not-found' });
});

test('the robot wins with a newer refill, staff with a newer count', async () => {
  const { id, device } = await addTestRobot(server, staff, { spotId: goods.spotId });
  await device.birth();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const refill = async (level: number, minutes: number) => {
    await device.event(
      { kind: 'material.refilled', materials: [{ code: 'milk', level }] },
      { ts: minutesAgo(minutes) },
    );
    await server.runDue();
  };
  const milk = () => materialOf('milk', id).then((material) => material?.current);
  const countMilk = (amount: number, at?: string) =>
    count([of('milk', { amount, lowMark: 10, capacity: 5_000 })], { robotId: id, ...(at && { at }) });
  await refill(4_000, 10);
  await until(milk, (level) => level === 4_000);
  // counted before the robot was filled up, and entered only now
  expect(await countMilk(300, minutesAgo(20))).toMatchObject({ kept: [goods.materials.milk] });
  expect(await materialOf('milk', id)).toMatchObject({ current: 4_000, lowMark: 10 });
  // filled up while somebody had the dialog open
  const seen = (filledAt: string | null) =>
    count([of('milk', { amount: 200, filledAt })], { robotId: id }).then(({ kept }) => kept.length);
  expect([await seen(null), await seen(minutesAgo(15))]).toEqual([1, 1]);
  expect(await seen((await materialOf('milk', id))?.filledAt ?? null)).toBe(0);
  expect(await countMilk(3_500)).toMatchObject({ kept: [] });
  // told late: it was before the count
  await refill(100, 5);
  await refill(4_800, -1);
  await until(milk, (level) => level === 4_800);
  expect(await milk()).toBe(4_800);
});

test('a count ends the fault that the material is empty', async () => {
  const { id, device } = await addTestRobot(server, staff, { spotId: goods.spotId });
  await device.birth();
  await count([of('milk', { amount: 100, capacity: 5_000 })], { robotId: id });
  await device.event({ kind: 'fault', code: 'material-empty', part: 'milk', active: true });
  await until(
    () => one(id),
    (robot) => robot.faults.length === 1,
  );
  await count([of('milk', { lowMark: 20 })], { robotId: id });
  expect((await one(id)).faults).toHaveLength(1);
  await count([of('milk', { amount: 900 })], { robotId: id });
  expect(await one(id)).toMatchObject({ faults: [], abnormal: false });
  expect(await materialOf('milk', id)).toMatchObject({ level: 900, emptySince: null });
});
