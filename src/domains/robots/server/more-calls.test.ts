import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import {
  addTemperatureEndpoints,
  robotExportEndpoints,
  robotOptionEndpoints,
} from '#domains/robots/contract/more-endpoints.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { addTestRobot, startWithTwoSpots } from './test-robots.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let goods: TestCatalogue;
let otherSpotId: string;

beforeAll(async () => {
  ({ server, tenant, staff, goods, otherSpotId } = await startWithTwoSpots());
});
afterAll(() => server?.stop());

const at = (base: string, name: string) => `/sos-backend/${base}/api/${name}`;

test('robots to choose from are those of the spots that the caller sees, ten at a time', async () => {
  for (let count = 0; count < 11; count++) await addTestRobot(server, staff, { spotId: goods.spotId });
  const { id } = await addTestRobot(server, staff, { spotId: otherSpotId });
  const clerk = await tenant.staff(['robot:view'], { spotIds: [otherSpotId] });
  const ask = robotOptionEndpoints.getNewRobot;
  expect(await server.call(ask, {}, staff)).toHaveLength(10);
  expect((await server.call(ask, { pageNo: 2 }, staff)).length).toBeGreaterThan(1);
  expect((await server.call(ask, {}, clerk)).map((one) => one.id)).toEqual([id]);
  expect(await server.call(ask, { keyword: '100%' }, staff)).toEqual([]);
  const stranger = await (await server.newTenant()).staff();
  expect(await server.call(ask, {}, stranger)).toEqual([]);
});

test('the calls are at all three bases, and editing has a second name', async () => {
  const { id } = await addTestRobot(server, staff);
  for (const base of ['coffeeMachine', 'coffeeMachineV2', 'coffeeMachineV2Extend']) {
    const page = await server.send('POST', at(base, 'page'), {}, staff);
    expect(page.body).toMatchObject({ success: true });
    const edited = await server.send('POST', at(base, 'update_v2'), { id, name: base }, staff);
    expect(edited.body).toMatchObject({ result: { name: base } });
    const options = await server.send('POST', at(base, 'getNewRobot'), { keyword: base }, staff);
    expect(options.body).toMatchObject({ success: true });
    for (const [name, request] of Object.entries({ getMqtts: {}, deviceLogs: { robotId: id } }))
      expect((await server.send('POST', at(base, name), request, staff)).body, name).toMatchObject({ success: true });
  }
});

test('alarm switches are on until somebody turns one off, and stand in the history', async () => {
  const { id } = await addTestRobot(server, staff);
  const off = await server.call(robotEndpoints.update, { id, alarms: { alarmHeartbeat: false } }, staff);
  expect(off.alarms).toMatchObject({ alarmHeartbeat: false, alarmFridgeTemperature: true });
  const both = await server.call(robotEndpoints.update, { id, alarms: { alarmMakeFailure: false } }, staff);
  expect(both.alarms).toMatchObject({ alarmHeartbeat: false, alarmMakeFailure: false });
  await expect(
    server.call(robotEndpoints.update, { id, alarms: { alarmSmoke: true } } as never, staff),
  ).rejects.toMatchObject({ problem: 'request.malformed' });
});

test('a temperature that somebody measured stands in the curve; a wrong one is refused', async () => {
  const { id } = await addTestRobot(server, staff);
  const add = (more: object = {}, caller = staff) =>
    server.call(
      addTemperatureEndpoints.temperatureAdd,
      { robotId: id, temperatures: [{ part: 'fridge', celsiusTenths: 41 }], ...more } as never,
      caller,
    );
  await add();
  await add();
  const { samples } = await server.call(robotEndpoints.temperatures, { robotId: id }, staff);
  expect(samples).toMatchObject([
    { readings: [{ part: 'fridge', celsiusTenths: 41 }] },
    { readings: [{ part: 'fridge', celsiusTenths: 41 }] },
  ]);
  await expect(add({ at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ problem: 'robot.measured-out-of-range' });
  await expect(add({ imei: '860000000000000' })).rejects.toMatchObject({ problem: 'request.malformed' });
  await expect(add({ temperatures: [{ part: 'fridge', celsiusTenths: 90_000 }] })).rejects.toMatchObject({
    problem: 'request.malformed',
  });
  await expect(add({}, await tenant.staff(['robot:edit'], { spotIds: [otherSpotId] }))).rejects.toMatchObject({
    problem: 'robot.not-found',
  });
  await expect(add({}, await tenant.staff(['robot:view']))).rejects.toMatchObject({ problem: 'request.forbidden' });
});

test('a robot of older firmware reports over HTTP, about itself alone', async () => {
  const { id, mqtt } = await addTestRobot(server, staff);
  const { username: imei, password = '' } = mqtt;
  const other = await addTestRobot(server, staff);
  const report = (body: object, login = `${imei}:${password}`) =>
    server.send('POST', fullPath(addTemperatureEndpoints.temperatureAdd.path), body, {
      headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    });
  const temperatures = [{ part: 'fridge', celsiusTenths: 95 }];
  expect((await report({ imei, temperatures })).status).toBe(200);
  const robot = await server.call(robotEndpoints.one, { id }, staff);
  expect(robot.temperatures).toMatchObject([{ part: 'fridge', celsiusTenths: 95 }]);
  // what was measured before stands in the curve, and is not the newest
  const before = new Date(server.services.clock.now().getTime() - 3_600_000).toISOString();
  await report({ imei, temperatures: [{ part: 'fridge', celsiusTenths: 40 }], at: before });
  expect((await server.call(robotEndpoints.one, { id }, staff)).temperatures).toMatchObject([{ celsiusTenths: 95 }]);
  expect((await server.call(robotEndpoints.temperatures, { robotId: id }, staff)).samples).toHaveLength(2);
  expect((await report({ imei: other.mqtt.username, temperatures })).body).toMatchObject({
    problem: 'robot.not-found',
  });
  expect((await report({ imei, temperatures }, `${imei}:wrong`)).status).toBe(401);
  const elsewhere = await server.send('GET', `${fullPath(robotEndpoints.one.path)}?id=${id}`, undefined, {
    headers: { authorization: `Basic ${Buffer.from(`${imei}:${password}`).toString('base64')}` },
  });
  expect(elsewhere.status).toBe(401);
});

test('the list as a file', async () => {
  const whole = await startTestServer();
  try {
    const caller = await (await whole.newTenant()).staff();
    const ask = (more: object) => whole.call(robotExportEndpoints.exportAllList, more as never, caller);
    expect(await ask({ status: 'offline', columns: ['name', 'imei'] })).toMatchObject({ kind: 'robots' });
    await expect(ask({ columns: ['password'] })).rejects.toMatchObject({ problem: 'request.malformed' });
  } finally {
    await whole.stop();
  }
});

test('versions are kept with when they were seen first', async () => {
  const { id } = await addTestRobot(server, staff);
  for (const model of ['B200', 'B300', 'B200']) await server.call(robotEndpoints.update, { id, model }, staff);
  const rows = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('robot_version').select(['kind', 'value']).where('robot_id', '=', id).orderBy('value').execute(),
  );
  expect(rows).toEqual([
    { kind: 'model', value: 'B200' },
    { kind: 'model', value: 'B300' },
  ]);
});
