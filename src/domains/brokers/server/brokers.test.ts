import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { TestDevice } from '#domains/devices/server/test-device.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { addTestRobot, robotSlices } from '#domains/robots/server/test-robots.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { openManyBrokers } from '#platform/device-gateway/server/many-brokers.ts';
import { findMosquitto, startMosquitto, type TestMosquitto } from '#platform/device-gateway/server/test-mosquitto.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { session } from '#system/session/server/index.ts';
import { BUILT_IN_BROKER, brokerMoves, brokers, PASSWORD_MASK } from '../contract/brokers.ts';
import { brokerEndpoints } from '../contract/endpoints.ts';
import { brokerSlice } from './index.ts';
import { brokerServiceOf } from './serve-further.ts';

const installed = findMosquitto();
const log = pino({ level: 'silent' });
let mosquitto: TestMosquitto | undefined;
let server: TestServer;
let tenant: TestTenant;
let staff: Caller;

beforeAll(async () => {
  mosquitto = installed && (await startMosquitto(installed));
  const main = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  const allowed = mosquitto ? `127.0.0.1:${mosquitto.port},127.0.0.1:1` : '127.0.0.1:1';
  server = await startTestServer({
    slices: [...robotSlices, beverages, records, session, brokerSlice],
    planDue: async () => 0,
    broker: openManyBrokers(main, { serverId: 'one', log }),
    log,
    env: { OUTBOUND_ALLOW: allowed },
  });
  tenant = await server.newTenant();
  staff = await tenant.staff('all', { steppedUp: true });
});
afterAll(async () => {
  await server?.stop();
  await mosquitto?.stop();
});

const list = async (caller = staff) => (await server.call(brokers.endpoints.page, {}, caller)).records;
const add = ({ password, ...row }: { password?: string; [field: string]: unknown }, caller = staff) =>
  server.call(
    brokers.endpoints.add,
    { ...row, ...(password === undefined ? {} : { accountPassword: password }) } as never,
    caller,
  );
const sweep = () => brokerServiceOf(server.services)?.sweep() ?? Promise.resolve();
const stateOf = async (id: string, caller = staff) =>
  (await server.call(brokerEndpoints.state, {}, caller)).list.find((one) => one.id === id);
const local = () => ({
  ...{ url: `mqtt://127.0.0.1:${mosquitto?.port}`, username: 'gateway', password: 'gateway-test-password' },
});
let counter = 0;
const aName = () => {
  counter += 1;
  return `Broker ${counter}`;
};

test('the built-in broker is a fixed row of every list', async () => {
  expect(await list()).toMatchObject([{ id: BUILT_IN_BROKER, builtIn: true, status: 1 }]);
  const edit = server.call(brokers.endpoints.edit, { id: BUILT_IN_BROKER, name: 'Mine' }, staff);
  await expect(edit).rejects.toMatchObject({ problem: 'broker.built-in' });
  await expect(server.call(brokers.endpoints.remove, { id: BUILT_IN_BROKER }, staff)).rejects.toMatchObject({
    problem: 'broker.built-in',
  });
  const { clients } = (await stateOf(BUILT_IN_BROKER))!;
  const [cabinet, terminal] = [newId(), newId()];
  await server.services.database.write(tenant.id, async (db) => {
    const known = { online: true, name: 'Here' };
    await db
      .insertInto('cabinet')
      .values({ ...known, id: cabinet, imei: `87${cabinet}`, capacity: 8 })
      .execute();
    await db
      .insertInto('pos_terminal')
      .values({ ...known, id: terminal, imei: `86${terminal}`, pos_code: terminal } as never)
      .execute();
  });
  expect(await stateOf(BUILT_IN_BROKER)).toMatchObject({ isUp: true, clients: (clients ?? 0) + 2 });
});

test.each([
  ['no address', {}, 'url', 'broker.address-needed'],
  ['an address of another kind', { url: 'http://mq.example.com' }, 'url', 'broker.address-form'],
  ['an address with a password', { url: 'mqtt://a:b@127.0.0.1:1' }, 'url', 'broker.address-form'],
  ['an encrypted address that is none', { tlsUrl: 'mqtt://127.0.0.1:1' }, 'tlsUrl', 'broker.address-form'],
  ['no encryption', { url: 'mqtt://93.184.216.34:1883' }, 'tlsUrl', 'broker.tls-needed'],
  ['a private address', { tlsUrl: 'mqtts://10.0.0.1:8883' }, 'tlsUrl', 'broker.not-public'],
  [
    'a mask as a password',
    { url: 'mqtt://127.0.0.1:1', password: PASSWORD_MASK },
    'accountPassword',
    'broker.password-again',
  ],
])('refused, with its field: %s', async (_what, row, path, code) => {
  await expect(add({ name: aName(), ...row })).rejects.toMatchObject({
    answer: { body: { faults: [{ path }] } },
    problem: code,
  });
});

test('the password is sealed, never answered, and goes nowhere else', async () => {
  const row = await add({ name: aName(), url: 'mqtt://127.0.0.1:1', username: 'gw', password: 'secret-1', status: 0 });
  expect(row.accountPassword).toBe(PASSWORD_MASK);
  const sealed = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('mqtt_broker_secret').select('sealed').where('broker_id', '=', row.id).executeTakeFirst(),
  );
  expect(sealed?.sealed).not.toContain('secret-1');
  const edit = (change: object) => server.call(brokers.endpoints.edit, { id: row.id, ...change }, staff);
  expect(await edit({ remark: 'kept' })).toMatchObject({ accountPassword: PASSWORD_MASK, remark: 'kept' });
  await expect(edit({ username: 'other' })).rejects.toMatchObject({ problem: 'broker.password-again' });
  await expect(
    server.call(brokerEndpoints.test, { id: row.id, url: 'mqtt://127.0.0.1:1', username: 'other' }, staff),
  ).rejects.toMatchObject({ problem: 'broker.password-again' });
  const unsure = await tenant.staff();
  await expect(add({ name: aName(), url: 'mqtt://127.0.0.1:1' }, unsure)).rejects.toMatchObject({
    problem: 'session.step-up-required',
  });
  const other = await (await server.newTenant()).staff('all', { steppedUp: true });
  expect(await list(other)).toHaveLength(1);
  await expect(
    server.call(brokerEndpoints.test, { id: row.id, url: 'mqtt://127.0.0.1:1', username: 'gw' }, other),
  ).rejects.toMatchObject({ problem: brokers.notFound });
});

test('robots move to brokers of the list alone', async () => {
  const { mqtt } = await addTestRobot(server, staff);
  const off = await add({ name: aName(), url: 'mqtt://127.0.0.1:1', status: 0 });
  const away = await add({ name: aName(), url: 'mqtt://127.0.0.1:1' });
  await sweep();
  const move = (brokerId: string, caller = staff) =>
    server.call(brokerEndpoints.change, { imeis: [mqtt.username], brokerId, reason: 'test' }, caller);
  await expect(move('0199aaaa-0000-7000-8000-000000000000')).rejects.toMatchObject({ problem: 'broker.not-in-list' });
  await expect(move('nothing')).rejects.toMatchObject({ problem: 'broker.not-in-list' });
  await expect(move(off.id)).rejects.toMatchObject({ problem: 'broker.off' });
  await expect(move(away.id)).rejects.toMatchObject({ problem: 'broker.not-connected' });
  await expect(move(BUILT_IN_BROKER, await tenant.staff())).rejects.toMatchObject({
    problem: 'session.step-up-required',
  });
  expect((await move(BUILT_IN_BROKER)).results).toMatchObject([{ state: 'refused', code: 'broker.already-there' }]);
});

test('a broker that a robot may come back to stays, and the state of one that is away says why', async () => {
  const { id: robotId, mqtt } = await addTestRobot(server, staff);
  const from = await add({ name: aName(), url: 'mqtt://127.0.0.1:1' });
  await server.services.database.write(tenant.id, (db) =>
    db.updateTable('robot').set({ broker_id: from.id, broker_url: from.url }).where('id', '=', robotId).execute(),
  );
  await sweep();
  await until(async () => (await stateOf(from.id))?.problem === 'Nobody answers there');
  const request = { imeis: [mqtt.username], brokerId: BUILT_IN_BROKER, reason: 'test' };
  await server.call(brokerEndpoints.change, request, staff);
  const remove = () => server.call(brokers.endpoints.remove, { id: from.id }, staff);
  await expect(remove()).rejects.toMatchObject({ problem: 'broker.way-back' });
  await later(server, 11 * 60, sweep);
  await expect(remove()).rejects.toMatchObject({ problem: 'record.in-use' });
});

describe.runIf(installed)('with Mosquitto as the broker of a tenant', () => {
  let brokerId: string;
  beforeAll(async () => {
    brokerId = (await add({ name: aName(), ...local() })).id;
    await sweep();
    // it disconnects the server once, when it has given it its role
    await until(async () => {
      const { there } = await aRobot();
      const isKnown = await there.connect().catch(() => undefined);
      await there.leave().catch(() => undefined);
      return isKnown !== undefined;
    });
  }, 30_000);

  /** A robot whose credential Mosquitto knows: it was renewed while the broker was there. */
  async function aRobot() {
    const robot = await addTestRobot(server, staff);
    await robot.device.birth();
    const address = robot.device.address;
    const there = new TestDevice(local().url, address, robot.mqtt.password ?? '');
    return { ...robot, imei: address.imei, there };
  }
  const move = (imeis: string[], to = brokerId) =>
    server.call(brokerEndpoints.change, { imeis, brokerId: to, reason: 'a better place' }, staff);
  const moveOf = async (imei: string) =>
    (await server.call(brokerMoves.endpoints.page, {}, staff)).records.find((row) => row.imei === imei);
  const toldUrl = (device: TestDevice) => (device.configs.at(-1) as { url?: string } | undefined)?.url;

  test('the test button says what the broker answers', async () => {
    const login = local();
    expect(await server.call(brokerEndpoints.test, login, staff)).toMatchObject({ isEncrypted: false });
    expect(
      await server.call(brokerEndpoints.test, { id: brokerId, url: login.url, username: login.username }, staff),
    ).toMatchObject({ isEncrypted: false });
    await expect(server.call(brokerEndpoints.test, { ...login, password: 'wrong' }, staff)).rejects.toMatchObject({
      problem: 'broker.wrong-password',
    });
    await expect(server.call(brokerEndpoints.test, { url: 'mqtt://127.0.0.1:1' }, staff)).rejects.toMatchObject({
      problem: 'broker.unreachable',
    });
  });

  test('one robot goes first, is heard and commanded there, and the others follow', async () => {
    const [first, second] = [await aRobot(), await aRobot()];
    const { results } = await move([first.imei, second.imei, '990000000000009']);
    expect(results.map(({ state }) => state)).toEqual(['moving', 'waiting', 'refused']);
    await until(() => toldUrl(first.device) === local().url);
    expect(toldUrl(second.device)).toBeUndefined();
    await first.device.leave();
    await until(async () => (await first.there.birth().catch(() => undefined)) !== undefined);
    await until(async () => {
      await sweep();
      return (await moveOf(first.imei))?.state === 'arrived';
    });
    await until(() => toldUrl(second.device) === local().url);
    expect(await moveOf(second.imei)).toMatchObject({ state: 'moving' });
    expect((await move([second.imei])).results).toMatchObject([{ code: 'broker.already-there' }]);
    // it is one of our robots there: seen, counted, asked
    expect((await server.call(robotEndpoints.one, { id: first.id }, staff)).online).toBe(true);
    expect((await stateOf(brokerId))?.messagesPerSecond).toBeGreaterThan(0);
    await server.call(robotEndpoints.sendCommand, { robotId: first.id, cmd: 'reportState', args: {} }, staff);
    await until(() => first.there.commands.length === 1);
    const { list: accounts } = await server.call(robotEndpoints.getMqtts, { robotId: first.id }, staff);
    expect(accounts).toMatchObject([{ url: local().url }]);
    await expect(server.call(brokers.endpoints.remove, { id: brokerId }, staff)).rejects.toThrow();
    await first.there.leave();
    await second.device.leave();
  });

  test('who is silent for ten minutes goes back, and the others stay', async () => {
    const [first, second] = [await aRobot(), await aRobot()];
    await move([first.imei, second.imei]);
    await until(() => toldUrl(first.device) === local().url);
    expect((await move([first.imei], BUILT_IN_BROKER)).results).toMatchObject([{ code: 'broker.moving' }]);
    await later(server, 9 * 60, sweep);
    expect(await moveOf(first.imei)).toMatchObject({ state: 'moving' });
    await later(server, 11 * 60, sweep);
    expect(await moveOf(first.imei)).toMatchObject({ state: 'returned' });
    expect(await moveOf(second.imei)).toMatchObject({ state: 'refused' });
    await until(() => toldUrl(first.device) === server.services.broker.url);
    expect(toldUrl(second.device)).toBeUndefined();
    await first.device.leave();
    await second.device.leave();
  });

  test('a broker of one tenant says nothing in the name of another', async () => {
    const stranger = await server.newTenant();
    const theirs = await stranger.staff();
    const robot = await addTestRobot(server, theirs);
    const further = new TestDevice(local().url, robot.device.address, robot.mqtt.password ?? '');
    // the broker does not know it; even as the gateway's own account nobody listens to its topics
    await expect(further.connect()).rejects.toThrow();
    expect(await stateOf(brokerId, await stranger.staff())).toBeUndefined();
  });

  test('switched off, the server leaves it', async () => {
    await server.call(brokers.endpoints.turn, { ids: [brokerId], on: false }, staff);
    await sweep();
    expect(await stateOf(brokerId)).toMatchObject({ isUp: false });
  });
});
