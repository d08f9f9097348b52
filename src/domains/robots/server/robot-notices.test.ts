import { afterAll, beforeAll, expect, test } from 'vitest';
import { WIDE_FOR_MINUTES } from '#domains/beverages/rules/material-level.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { LONG_OFFLINE_MINUTES } from '#domains/robots/rules/robot-state.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notices } from '#system/notices/server/index.ts';
import { notifyTroubledRobots } from './robot-notices.ts';
import { robotSlices } from './test-robots.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let goods: TestCatalogue;
beforeAll(async () => {
  server = await startTestServer({ slices: [notices, ...robotSlices], planDue: async () => 0 });
  tenant = await server.newTenant();
  staff = await tenant.staff();
  goods = await aCatalogue(server.services.database, tenant.id);
});
afterAll(() => server.stop());

const look = () => notifyTroubledRobots.run(server.services, server.services.clock.now());
const told = async (caller = staff, language?: 'zh-CN') =>
  (await server.call(noticeEndpoints.page, {}, { ...caller, ...(language && { language }) })).records;
const pass = (minutes: number): void =>
  server.services.clock.set(new Date(server.services.clock.now().getTime() + minutes * 60_000));
const turn = (id: string, online: boolean) =>
  server.services.database.write(tenant.id, (db) =>
    db
      .updateTable('robot')
      .set({ online, presence_changed_at: server.services.clock.now() })
      .where('id', '=', id)
      .execute(),
  );

test('a robot that is away for long is told once to those who see its spot, and settled when it is back', async () => {
  const request = { imei: '860000000000917', name: 'Lobby', spotId: goods.spotId };
  const { robot } = await server.call(robotEndpoints.add, request, staff);
  await turn(robot.id, false);
  pass(LONG_OFFLINE_MINUTES - 1);
  await look();
  expect(await told()).toEqual([]);
  pass(1);
  await look();
  await look();
  expect(await told()).toMatchObject([
    {
      kind: 'devices.robot-offline',
      params: { name: 'Lobby', imei: '860000000000917' },
      path: '/devices/robots/860000000000917',
      settledAt: null,
    },
  ]);
  const elsewhere = await tenant.staff(['robot:view'], { spotIds: [] });
  expect(await told(elsewhere)).toEqual([]);
  await turn(robot.id, true);
  await look();
  expect(await told()).toMatchObject([{ settledAt: expect.any(String) }]);
});

test('each fault of a robot is told once in the words of its reader, and settled when it is gone', async () => {
  const { robot } = await server.call(robotEndpoints.add, { imei: '860000000000920', name: 'Hall' }, staff);
  const report = (faults: object[]) =>
    server.services.database.write(tenant.id, (db) =>
      db
        .updateTable('robot')
        .set({ abnormal: faults.length > 0, faults: JSON.stringify(faults) })
        .where('id', '=', robot.id)
        .execute(),
    );
  const ofFault = async (language?: 'zh-CN') =>
    (await told(staff, language)).filter(({ kind }) => kind === 'devices.robot-fault');
  const open = async (language?: 'zh-CN') =>
    (await ofFault(language)).filter(({ settledAt }) => settledAt === null).map(({ params }) => params['fault']);
  await report([{ code: 'grinder-jam', text: 'jam' }]);
  await look();
  await look();
  expect(await ofFault()).toMatchObject([
    { params: { name: 'Hall', fault: 'Grinder blocked' }, path: '/devices/robots/860000000000920', settledAt: null },
  ]);
  // another fault is another matter, and the first one is not notified again
  await report([{ code: 'grinder-jam' }, { code: 'material-empty', part: 'milk' }, { code: 'x', text: 'Oil leaks' }]);
  await look();
  await look();
  expect((await open()).toSorted()).toEqual(['Grinder blocked', 'Not enough: Milk', 'Oil leaks']);
  expect((await open('zh-CN')).toSorted()).toEqual(['Oil leaks', '物料不足：牛奶', '磨豆机卡住'].toSorted());
  await report([{ code: 'x' }]);
  await look();
  expect(await open()).toEqual(['Oil leaks']);
  await report([]);
  await look();
  expect(await open()).toEqual([]);
  await report([{ code: 'grinder-jam' }]);
  await look();
  expect(await open()).toEqual(['Grinder blocked']);
});

test('book and measurement that stay wide apart are told once for each material, and settled when they meet', async () => {
  const { robotId, imei, materials } = goods;
  const say = (materialId: string, change: { current?: number; reported?: number | null }) =>
    server.services.database.write(tenant.id, (db) =>
      db
        .updateTable('robot_material')
        .set({ ...change, ...(change.reported !== undefined && { reported_at: server.services.clock.now() }) })
        .where('robot_id', '=', robotId)
        .where('material_id', '=', materialId)
        .execute(),
    );
  const ofStock = async (language?: 'zh-CN') =>
    (await told(staff, language)).filter(({ kind }) => kind === 'devices.stock-differs');
  const open = async (language?: 'zh-CN') =>
    (await ofStock(language)).filter(({ settledAt }) => settledAt === null).map(({ params }) => params['material']);

  // the container holds 5,000 ml: 250 is no wide difference, more is one
  await say(materials.milk, { current: 1_000, reported: 750 });
  await look();
  pass(WIDE_FOR_MINUTES);
  await look();
  expect(await ofStock()).toEqual([]);
  await say(materials.milk, { reported: 749 });
  await look();
  pass(WIDE_FOR_MINUTES - 1);
  await look();
  expect(await ofStock()).toEqual([]);

  // in between they met: the time begins anew
  await say(materials.milk, { reported: 1_000 });
  await look();
  await say(materials.milk, { reported: 0 });
  await look();
  pass(WIDE_FOR_MINUTES - 1);
  await look();
  expect(await ofStock()).toEqual([]);
  pass(1);
  await look();
  await look();
  expect(await ofStock()).toMatchObject([
    {
      tone: 'warning',
      params: { name: 'Robot 1', material: 'Milk', book: 1_000, reported: 0, unit: 'ml' },
      path: `/devices/robots/${imei}`,
      settledAt: null,
    },
  ]);
  expect(await ofStock('zh-CN')).toMatchObject([{ params: { unit: '毫升' } }]);

  // another material is another matter
  await say(materials.beans, { reported: 0 });
  await look();
  pass(WIDE_FOR_MINUTES);
  await look();
  expect(await open()).toHaveLength(2);

  await server.call(robotEndpoints.takeOverLevel, { robotId, materialId: materials.milk }, staff);
  await look();
  expect(await open()).toEqual(['Beans']);
  // and notified anew when it happens again
  await say(materials.milk, { current: 1_000 });
  await look();
  pass(WIDE_FOR_MINUTES);
  await look();
  expect(await open()).toHaveLength(2);
  expect(await ofStock()).toHaveLength(3);
});

test('a robot that was never heard, or fell silent days ago, is no news', async () => {
  const before = (await told()).length;
  await server.call(robotEndpoints.add, { imei: '860000000000918', name: 'New' }, staff);
  const { robot } = await server.call(robotEndpoints.add, { imei: '860000000000919', name: 'Old' }, staff);
  await turn(robot.id, false);
  pass(25 * 60);
  await look();
  expect(await told(await tenant.staff())).toHaveLength(before);
});
