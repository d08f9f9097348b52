import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages, loadSpotMenu } from '#domains/beverages/server/index.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import type { TestDevice } from '#domains/devices/server/test-device.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotHistoryEndpoint } from '#domains/robots/contract/history-endpoint.ts';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { addTestRobot, robotSlices } from './test-robots.ts';

// A robot that says what it holds, from the message on the wire to the menu (settled 152).
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

const one = (id: string) => server.call(robotEndpoints.one, { id }, staff);
const milkOf = (robot: RobotDetail) => robot.materials.find(({ code }) => code === 'milk');
const minutesAgo = (minutes: number) => ({ ts: new Date(Date.now() - minutes * 60_000).toISOString() });
const noMilk = { kind: 'fault', code: 'material-empty', part: 'milk' };

async function aFilledRobot(): Promise<{ id: string; device: TestDevice }> {
  const robot = await addTestRobot(server, staff, { spotId: goods.spotId });
  await robot.device.birth();
  await fillUp(robot, minutesAgo(10));
  return robot;
}
async function fillUp({ id, device }: { id: string; device: TestDevice }, when: object = {}): Promise<void> {
  const levels = { beans: 900, milk: 2_000, cup: 50 };
  const materials = Object.entries(levels).map(([code, level]) => ({ code, level }));
  await device.event({ kind: 'material.refilled', materials }, when);
  await until(
    () => one(id),
    (robot) => milkOf(robot)?.level === levels.milk,
  );
}
const menuOf = (imei: string) =>
  server.services.database.read(tenant.id, (db) =>
    loadSpotMenu(db, { spotId: goods.spotId, channel: 'kiosk', imei }, new Date()),
  );
const sells = async ({ device }: { device: TestDevice }) => {
  const { robots, goods: offered } = await menuOf(device.address.imei);
  return [robots[0]?.soldOut, ...offered.filter(({ soldOut }) => !soldOut).map(({ name }) => name)];
};

test('milk that the robot measures as gone is out of milk everywhere at once', async () => {
  const robot = await aFilledRobot();
  expect(await sells(robot)).toEqual(['none', 'Latte', 'Espresso']);
  await robot.device.telemetry({ materials: [{ code: 'milk', level: 0 }] });
  const seen = await one(robot.id);
  expect(milkOf(seen)).toMatchObject({ current: 2_000, reportedLevel: 0, level: 0, emptySince: null });
  expect(seen.soldOut).toBe('partly');
  const { robots } = await server.call(robotEndpoints.monitor, {}, staff);
  expect(robots.find(({ id }) => id === robot.id)).toMatchObject({
    soldOut: 'partly',
    lowestMaterial: { code: 'milk', percent: 0 },
  });
  expect(await sells(robot)).toEqual(['partly', 'Espresso']);
});

test('a report that was measured before the refill, and one that is repeated or overtaken, change nothing', async () => {
  const robot = await aFilledRobot();
  await robot.device.telemetry({ materials: [{ code: 'milk', level: 3 }] }, minutesAgo(20));
  expect(milkOf(await one(robot.id))).toMatchObject({ reportedLevel: null, level: 2_000 });
  const report = { materials: [{ code: 'milk', level: 1_500 }] };
  const seq = robot.device.seq;
  await robot.device.telemetry(report, minutesAgo(2));
  await robot.device.telemetry({ materials: [{ code: 'milk', level: 8 }] }, minutesAgo(5));
  await robot.device.telemetry({ materials: [{ code: 'milk', level: 9 }] }, { ...minutesAgo(1), seq });
  expect(milkOf(await one(robot.id))).toMatchObject({ reportedLevel: 1_500, level: 1_500 });
});

test('the fault that a material is empty stops what needs it, until it clears', async () => {
  const robot = await aFilledRobot();
  await robot.device.event({ ...noMilk, active: true });
  expect(milkOf(await one(robot.id))).toMatchObject({ level: 0, emptySince: expect.any(String) });
  expect(await sells(robot)).toEqual(['partly', 'Espresso']);
  await robot.device.event({ ...noMilk, active: false });
  expect(await sells(robot)).toEqual(['none', 'Latte', 'Espresso']);
});

test('a refill ends the fault, for the page too', async () => {
  const robot = await aFilledRobot();
  await robot.device.event({ ...noMilk, active: true });
  await robot.device.event({ kind: 'fault', code: 'door-open', active: true });
  expect(await one(robot.id)).toMatchObject({ abnormal: true, soldOut: 'partly' });
  await fillUp(robot);
  expect(await one(robot.id)).toMatchObject({ faults: [{ code: 'door-open' }], soldOut: 'available' });
  expect(await sells(robot)).toEqual(['none', 'Latte', 'Espresso']);
});

test('staff take over what the robot measured; the history says so', async () => {
  const robot = await aFilledRobot();
  const { id, device } = robot;
  const request = { robotId: id, materialId: goods.materials.milk };
  const takeOver = (caller: Caller) => server.call(robotEndpoints.takeOverLevel, request, caller);
  await expect(takeOver(staff)).rejects.toMatchObject({ problem: 'robot.nothing-measured' });
  await device.telemetry({ materials: [{ code: 'milk', level: 2_600 }] });
  expect(milkOf(await one(id))).toMatchObject({ current: 2_000, reportedLevel: 2_600, level: 2_000 });
  await expect(takeOver(await tenant.staff(['robot:view']))).rejects.toMatchObject({ problem: 'request.forbidden' });
  await expect(takeOver(await tenant.staff(['robot:refill'], { spotIds: [] }))).rejects.toMatchObject({
    problem: 'robot.not-found',
  });
  expect(await takeOver(staff)).toMatchObject({ current: 2_600, reportedLevel: 2_600, level: 2_600 });
  const { records } = await server.call(robotHistoryEndpoint, { id }, staff);
  expect(records[0]).toMatchObject({
    action: 'robot:refill',
    byKind: 'staff',
    reason: 'reported',
    changes: [{ field: 'milk', before: 2_000, after: 2_600 }],
  });
});
