import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { deviceTopic } from '#domains/devices/contract/topics.ts';
import { gatewayOf } from '#domains/devices/server/gateway.ts';
import { TestDevice } from '#domains/devices/server/test-device.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { addTestRobot, robotSlices } from './test-robots.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
const reported: { orderNo: string; seq: number }[] = [];

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  const listener: ServerSlice = {
    name: 'listener',
    subscriptions: [
      subscribe(robotEvents.orderStepReported, 'test.hear', async (_tx, payload) => {
        reported.push({ orderNo: payload.report.orderNo, seq: payload.seq });
      }),
    ],
  };
  server = await startTestServer({
    slices: [...robotSlices, beverages, listener],
    planDue: async () => 0,
    broker,
    log,
  });
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const one = (id: string) => server.call(robotEndpoints.one, { id }, staff);
const sweep = () => gatewayOf(server.services)?.sweep({ atOnce: true }) ?? Promise.resolve();
const outletEvent = { kind: 'outlet.changed', outlet: 1, state: 'placed' };

async function aRobot(data: object = {}): Promise<{ id: string; device: TestDevice }> {
  const robot = await addTestRobot(server, staff);
  await robot.device.birth(data);
  return robot;
}

test('a birth makes a robot online with what it says about itself, its will takes it off', async () => {
  const { id, device } = await aRobot({ fw: '4.2.1', faults: [{ code: 'grinder-jam' }] });
  expect(await one(id)).toMatchObject({
    status: 'normal',
    online: true,
    firmware: '4.2.1',
    abnormal: true,
    faults: [{ code: 'grinder-jam' }],
  });
  await device.vanish();
  const gone = await until(
    () => one(id),
    (robot) => !robot.online,
  );
  expect(gone).toMatchObject({
    status: 'offline',
    presence: [
      { online: false, reason: 'will' },
      { online: true, reason: 'birth' },
    ],
  });
});

test('a robot that says goodbye is offline', async () => {
  const { id, device } = await aRobot();
  await device.state({ online: false });
  expect(await one(id)).toMatchObject({ online: false, presence: [{ reason: 'goodbye' }, {}] });
});

test('the will of an older session does not take a robot off that came back', async () => {
  const { id, device } = await aRobot();
  const oldSession = device.session;
  await device.leave();
  await device.birth();
  await device.state({ online: false }, { session: oldSession, seq: 0 });
  expect((await one(id)).online).toBe(true);
});

test('an event is stored once, whatever the number of its repetitions', async () => {
  const { id, device } = await aRobot();
  const payload = device.frame({ kind: 'order.step', orderNo: '2027030110000000001', line: 1, step: 2, event: 2301 });
  const topic = deviceTopic.event(device.address);
  await Promise.all([device.say(topic, payload), device.say(topic, payload)]);
  await device.say(topic, payload);
  expect((await one(id)).events).toHaveLength(1);
  await server.runDue();
  expect(reported.filter(({ orderNo }) => orderNo === '2027030110000000001')).toHaveLength(1);
});

test('what a robot says about an order is told in its order', async () => {
  const { device } = await aRobot();
  const orderNo = '2027030110000000002';
  const steps = [2251, 2301, 2402].map((event, i) => device.event({ kind: 'order.step', orderNo, step: i + 1, event }));
  await Promise.all(steps);
  await server.runDue();
  expect(reported.filter((report) => report.orderNo === orderNo).map((report) => report.seq)).toEqual([2, 3, 4]);
});

test('an event after a reconnect keeps its old session and is still stored', async () => {
  const { id, device } = await aRobot();
  const { session } = device;
  const late = device.frame(outletEvent, { seq: 2 });
  await device.leave();
  await device.birth();
  await device.say(deviceTopic.event(device.address), late);
  expect((await one(id)).events).toMatchObject([{ id: `${session}:2`, ignored: true }]);
});

test('state is applied only if it is newer', async () => {
  const { id, device } = await aRobot();
  await device.state({ online: true, fw: 'newer' }, { seq: 9 });
  await device.state({ online: true, fw: 'older' }, { seq: 8 });
  expect((await one(id)).firmware).toBe('newer');
});

test('telemetry is kept part by part and makes the temperature curve', async () => {
  const { id, device } = await aRobot();
  await device.telemetry({
    temperatures: [{ part: 'boiler', celsiusTenths: 924 }],
    outlets: [{ outlet: 1, state: 'placed' }],
  });
  await device.telemetry({
    temperatures: [{ part: 'fridge', celsiusTenths: 41 }],
    window: 'open',
    cupsSinceMaintenance: 12,
  });
  await device.event({ ...outletEvent, state: 'opened' });
  expect(await one(id)).toMatchObject({
    temperatures: [
      { part: 'boiler', celsiusTenths: 924 },
      { part: 'fridge', celsiusTenths: 41 },
    ],
    outlets: [{ outlet: 1, state: 'opened' }],
    window: 'open',
    cupsSinceMaintenance: 12,
  });
  const curve = await server.call(robotEndpoints.temperatures, { robotId: id }, staff);
  expect(curve.samples.map((sample) => sample.readings[0]?.part)).toEqual(['boiler', 'fridge']);
});

test('a fault raised and cleared changes whether the robot is abnormal', async () => {
  const { id, device } = await aRobot();
  await device.event({ kind: 'fault', active: true, code: 'pump', part: 'milk' });
  expect(await one(id)).toMatchObject({ abnormal: true, faults: [{ code: 'pump', part: 'milk' }] });
  await device.event({ kind: 'fault', active: false, code: 'pump', part: 'milk' });
  expect(await one(id)).toMatchObject({ abnormal: false, faults: [] });
});

test('a gap makes the server ask for the full state, once; a message that is merely late does not', async () => {
  const { id, device } = await aRobot();
  await device.event(outletEvent, { seq: 5 });
  await device.event(outletEvent, { seq: 7 });
  await device.event(outletEvent, { seq: 6 });
  await device.event(outletEvent, { seq: 4 });
  await device.event(outletEvent, { seq: 3 });
  await device.event(outletEvent, { seq: 2 });
  await sweep();
  expect(device.commands).toEqual([]);
  await device.event(outletEvent, { seq: 20 });
  await sweep();
  await until(
    () => device.commands,
    (commands) => commands.length > 0,
  );
  await sweep();
  expect(device.commands.map((command) => command.cmd)).toEqual(['reportState']);
  expect((await one(id)).commands).toMatchObject([{ cmd: 'reportState', state: 'sent', requestedByName: 'system' }]);
});

test('a silent robot is offline after three intervals, at least 90 seconds', async () => {
  const { id, device } = await aRobot();
  const { clock } = server.services;
  const start = clock.now();
  clock.set(new Date(start.getTime() + 170_000));
  await sweep();
  expect((await one(id)).online).toBe(true);
  clock.set(new Date(start.getTime() + 181_000));
  await sweep();
  expect(await one(id)).toMatchObject({ online: false, presence: [{ reason: 'silence' }, {}] });
  await device.telemetry({ window: 'closed' });
  expect(await one(id)).toMatchObject({ online: true });
  clock.set(start);
});

test('what cannot be read goes to quarantine and does not stop what comes after it', async () => {
  const { id, device } = await aRobot();
  const topic = deviceTopic.event(device.address);
  await device.say(topic, 'no json');
  await device.say(topic, JSON.stringify({ v: 2, id: 'x', ts: 't', seq: 1, session: 's', data: {} }));
  await device.say(topic, device.frame({ kind: 'order.step', orderNo: 'DROP TABLE' }));
  await device.say(topic, device.frame({ kind: 'pos.network', reachable: true, pos: 'a\u0000b' }));
  await device.say(
    topic,
    device.frame({ kind: 'order.step', orderNo: '20270301100000', step: 2, event: 2301, reason: '\ud800' }),
  );
  await device.ack('not-a-command', { stage: 'accepted' });
  await device.event(outletEvent);
  expect((await one(id)).events.map((event) => event.kind)).toContain('outlet.changed');
  const { records } = await server.call(robotEndpoints.quarantine, { imei: device.address.imei }, staff);
  expect(records.map((record) => record.reason)).toEqual(
    expect.arrayContaining([
      'not JSON',
      'unknown version 2',
      'text that cannot be stored: data.pos',
      'text that cannot be stored: data.reason',
      'answer to an unknown command',
    ]),
  );
  expect(records.some((record) => record.reason.startsWith('malformed: data.orderNo'))).toBe(true);
});

test('an answer that is nested deeper than a program can follow goes to quarantine, and its device goes on', async () => {
  const { id, device } = await aRobot();
  const { imei } = device.address;
  const depth = 20_000;
  const answer = JSON.stringify({
    v: 1,
    stage: 'result',
    ok: true,
    code: 'DONE',
    ts: new Date().toISOString(),
    data: {},
  });
  const deep = answer.replace('{}', `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  await device.say(deviceTopic.ack(device.address, '018f0000-0000-7000-8000-000000000001'), deep);
  await device.event(outletEvent);
  expect((await one(id)).events.map((event) => event.kind)).toContain('outlet.changed');
  const { records } = await server.call(robotEndpoints.quarantine, { imei }, staff);
  expect(records.map(({ reason }) => reason)).toEqual(['malformed: (message) nested too deeply']);
});

test('of callers who make names up a few are kept, whatever their number', async () => {
  const mark = `made-up-${Date.now()}`;
  const { url } = server.services.broker;
  for (let n = 0; n < 40; n++) {
    const name = `${mark}-${n}`;
    const device = new TestDevice(url, { tenantId: tenant.id, kind: 'robot', imei: name }, 'guessed');
    await expect(device.connect()).rejects.toThrow();
  }
  const kept = () =>
    server.services.database.acrossTenants('test', (db) =>
      db.selectFrom('device_quarantine').select('reason').where('imei', 'like', `${mark}-%`).execute(),
    );
  const rows = await until(kept, (found) => found.length > 0);
  expect(rows[0]).toEqual({ reason: 'login refused: unknown device' });
  await aRobot();
  expect((await kept()).length).toBeLessThanOrEqual(20);
});

test('a clock that is wrong is flagged and changes no order of things', async () => {
  const { id, device } = await aRobot();
  const ts = new Date(Date.now() + 48 * 3_600_000).toISOString();
  await device.state({ online: true }, { ts });
  await device.event(outletEvent, { ts });
  const robot = await one(id);
  expect(robot.events[0]).toMatchObject({ clockSkewed: true, ignored: false });
  expect(robot.clockSkewSeconds).toBeGreaterThan(47 * 3600);
  expect(new Date(robot.events[0]?.receivedAt ?? 0).getTime()).toBeLessThan(Date.now() + 60_000);
});

test('a new credential ends the old one and its connection at once', async () => {
  const { id, device } = await aRobot();
  const closed = new Promise((resolve) => device.client?.once('close', () => resolve(true)));
  const access = await server.call(robotEndpoints.rotateCredential, { robotId: id }, staff);
  expect(await closed).toBe(true);
  await expect(device.connect()).rejects.toThrow();
  await device.connect({ password: access.password });
  expect(await one(id)).toMatchObject({ online: false, presence: [{ reason: 'credential' }, {}] });
});

test('a device of another tenant is not heard on our topics', async () => {
  const { device } = await aRobot();
  const other = await server.newTenant();
  const theirs = await addTestRobot(server, await other.staff());
  await theirs.device.birth();
  await theirs.device.say(deviceTopic.event(device.address), device.frame(outletEvent));
  await theirs.device.say(
    deviceTopic.event({ ...theirs.device.address, tenantId: tenant.id }),
    device.frame(outletEvent),
  );
  await theirs.device.event(outletEvent);
  const { records } = await server.call(robotEndpoints.page, { imei: theirs.device.address.imei }, staff);
  expect(records).toEqual([]);
  const quarantined = await server.call(robotEndpoints.quarantine, { imei: theirs.device.address.imei }, staff);
  expect(quarantined.total).toBe(0);
});
