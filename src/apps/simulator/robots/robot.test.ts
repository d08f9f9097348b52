import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { afterEach, expect, test, vi } from 'vitest';
import { AckMessage, ConfigReportedMessage } from '#domains/devices/contract/messages.ts';
import { deviceTopic, parseUpwardTopic } from '#domains/devices/contract/topics.ts';
import type { RobotCommand } from '#domains/robots/contract/commands.ts';
import { RobotEventMessage, StateMessage, TelemetryMessage } from '#domains/robots/contract/messages.ts';
import type { RobotOptions } from './robot-view.ts';
import { startRobot } from './start-robot.ts';

const device = { tenantId: '1000', kind: 'robot', imei: '860000000000001' } as const;
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A broker that knows one device and checks every message with the gateway's schemas. */
async function aBroker() {
  const broker = await Aedes.createBroker();
  const states: StateMessage[] = [];
  const telemetry: TelemetryMessage[] = [];
  const events: RobotEventMessage[] = [];
  const acks: { commandId: string; message: AckMessage }[] = [];
  const configs: ConfigReportedMessage[] = [];
  const faulty: string[] = [];
  broker.authenticate = (client, username, password, done) =>
    done(null, client.id === device.imei && username === device.imei && password?.toString() === 'right');
  broker.on('publish', (packet, client) => {
    const topic = parseUpwardTopic(packet.topic);
    // A will comes from the broker, without a client.
    if (!topic || (!client && topic.channel !== 'state')) return;
    try {
      const message: unknown = JSON.parse(packet.payload.toString());
      if (topic.channel === 'ack') acks.push({ commandId: topic.commandId, message: AckMessage.parse(message) });
      else if (topic.channel === 'state') states.push(StateMessage.parse(message));
      else if (topic.channel === 'telemetry') telemetry.push(TelemetryMessage.parse(message));
      else if (topic.channel === 'event') events.push(RobotEventMessage.parse(message));
      else configs.push(ConfigReportedMessage.parse(message));
    } catch {
      faulty.push(packet.payload.toString());
    }
  });
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const send = (topic: string, message: object, retain = false): Promise<void> =>
    new Promise((resolve, reject) =>
      broker.publish(
        { cmd: 'publish', topic, payload: JSON.stringify(message), qos: 1, retain, dup: false },
        (error) => (error ? reject(error) : resolve()),
      ),
    );
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    states,
    telemetry,
    events,
    configs,
    faulty,
    send,
    command: async (cmd: RobotCommand, args: object, more: { issuedAt?: Date; ttlS?: number; id?: string } = {}) => {
      const id = more.id ?? randomUUID();
      const issuedAt = (more.issuedAt ?? new Date(Date.now())).toISOString();
      await send(deviceTopic.command(device, id), { v: 1, cmd, args, issuedAt, ttlS: more.ttlS ?? 30 });
      return id;
    },
    answers: (commandId: string) => acks.filter((ack) => ack.commandId === commandId).map((ack) => ack.message),
    stages: (commandId: string) =>
      acks.filter((ack) => ack.commandId === commandId).map(({ message }) => message.stage),
    steps: () => events.flatMap(({ data }) => (data.kind === 'order.step' ? [[data.drink ?? null, data.event]] : [])),
  };
}

type Broker = Awaited<ReturnType<typeof aBroker>>;

function aRobot(broker: Broker, options: Partial<RobotOptions> = {}) {
  const robot = startRobot({
    mqttUrl: broker.url,
    tenantId: device.tenantId,
    imei: device.imei,
    password: 'right',
    speed: 20,
    reportType: 'scheduled',
    takenAfterSeconds: null,
    ...options,
  });
  cleanUps.push(() => robot.stop());
  return robot;
}

const anOrder = (drinks = 1, orderNo = '20270301100000000001') => ({
  orderNo,
  pickupCode: '4711',
  drinks: Array.from({ length: drinks }, (_, index) => ({
    drink: index + 1,
    line: 1,
    goodsId: 'latte',
    name: 'Latte',
    productionSeconds: 2,
    options: [],
    recipe: [
      { code: 'beans', amount: 18 },
      { code: 'milk', amount: 200 },
      { code: 'cup', amount: 1 },
    ],
  })),
});

const isOnline = (broker: Broker) =>
  vi.waitFor(() => expect(broker.states.length).toBeGreaterThan(0), { timeout: 5_000 });
const last = <T>(values: T[]): T | undefined => values[values.length - 1];

test('birth comes first, complete, with sequence 0', async () => {
  const broker = await aBroker();
  aRobot(broker);
  await vi.waitFor(() => expect(broker.telemetry).toHaveLength(1));
  expect(broker.states[0]).toMatchObject({
    seq: 0,
    data: { online: true, mode: 'normal', faults: [], makingOrderNo: null },
  });
  expect(broker.telemetry[0]).toMatchObject({ seq: 1, session: broker.states[0]?.session });
  expect(broker.telemetry[0]?.data.temperatures?.map((reading) => reading.part)).toEqual([
    'boiler',
    'fridge',
    'cabinet',
  ]);
});

test('a robot with a wrong password says why it is not connected and keeps trying', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker, { password: 'wrong' });
  await vi.waitFor(() => expect(robot.view().refusedBecause).toContain('Not authorized'), { timeout: 5_000 });
  expect(broker.states).toHaveLength(0);
});

test('an order is made cup by cup, its materials are drawn, and it is handed out once', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker, {
    materials: [
      { code: 'beans', capacity: 100 },
      { code: 'milk', capacity: 1_000 },
      { code: 'cup', capacity: 5 },
    ],
  });
  await isOnline(broker);
  const id = await broker.command('makeOrder', anOrder(2));
  await vi.waitFor(() => expect(last(broker.answers(id))).toMatchObject({ stage: 'result', ok: true, code: 'DONE' }));
  expect(broker.stages(id)).toEqual(['accepted', 'running', 'running', 'result']);
  expect(broker.steps()).toEqual([
    [1, 2251],
    [1, 2301],
    [2, 2251],
    [2, 2301],
  ]);
  expect(robot.view().outlets[0]).toMatchObject({ state: 'placed' });
  robot.take('20270301100000000001');
  robot.take('20270301100000000001');
  await vi.waitFor(() => expect(last(broker.steps())).toEqual([null, 2402]));
  expect(broker.steps().filter(([, event]) => event === 2402)).toHaveLength(1);
  const consumed = broker.events.flatMap(({ data }) => (data.kind === 'order.step' ? (data.consumed ?? []) : []));
  const drawn = consumed.filter((portion) => portion.code === 'milk').reduce((sum, portion) => sum + portion.amount, 0);
  expect(robot.view().materials.find((material) => material.code === 'milk')?.level).toBe(1_000 - drawn);
  expect(broker.events.map((event) => event.seq)).toEqual(
    broker.events.map((event) => event.seq).toSorted((a, b) => a - b),
  );
});

test('a report by schedule tells what is being made, and that it is made', async () => {
  const broker = await aBroker();
  aRobot(broker, { reportIntervalSeconds: 0.1 });
  await isOnline(broker);
  await broker.command('makeOrder', anOrder(2));
  const making = (): (string | null | undefined)[] =>
    broker.states.map(({ data }) => (data.online ? data.makingOrderNo : undefined));
  await vi.waitFor(() => expect(making()).toContain('20270301100000000001'));
  await vi.waitFor(() => expect(last(making())).toBeNull());
  expect(broker.states.length).toBeLessThan(8);
});

test('a command is executed once, however often it comes, and never after its time', async () => {
  const broker = await aBroker();
  aRobot(broker);
  await isOnline(broker);
  const id = await broker.command('makeOrder', anOrder());
  await vi.waitFor(() => expect(last(broker.stages(id))).toBe('result'));
  await broker.command('makeOrder', anOrder(), { id });
  await vi.waitFor(() => expect(broker.stages(id).filter((stage) => stage === 'result')).toHaveLength(2));
  expect(broker.steps()).toHaveLength(2);
  const old = await broker.command('makeOrder', anOrder(), { issuedAt: new Date(Date.now() - 31_000) });
  await vi.waitFor(() => expect(broker.answers(old)).toMatchObject([{ stage: 'result', ok: false, code: 'EXPIRED' }]));
  expect(broker.steps()).toHaveLength(2);
});

test('a failed drink and an empty material fail the order and raise a fault', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker);
  await isOnline(broker);
  robot.fault({ kind: 'failDrink', stage: 'grind' });
  const failed = await broker.command('makeOrder', anOrder(2));
  await vi.waitFor(() =>
    expect(last(broker.answers(failed))).toMatchObject({
      ok: true,
      code: 'PARTLY_MADE',
      data: { made: 1, failed: 1 },
    }),
  );
  expect(broker.steps()).toEqual([
    [1, 2251],
    [1, 2252],
    [2, 2251],
    [2, 2301],
  ]);
  robot.fault({ kind: 'emptyMaterial', material: 'milk' });
  const empty = await broker.command('makeOrder', anOrder(1, '20270301100000000002'));
  await vi.waitFor(() => expect(last(broker.answers(empty))).toMatchObject({ ok: false }));
  expect(robot.view().faults.map((fault) => fault.code)).toEqual(['grinder-jam', 'material-empty']);
  robot.fault({ kind: 'refill' });
  await vi.waitFor(() => expect(broker.events.some(({ data }) => data.kind === 'material.refilled')).toBe(true));
  expect(robot.view().faults.map((fault) => fault.code)).toEqual(['grinder-jam']);
  robot.fault({ kind: 'openDoor', on: true });
  robot.fault({ kind: 'openDoor', on: true });
  robot.fault({ kind: 'openDoor', on: false });
  robot.fault({ kind: 'losePos' });
  robot.fault({ kind: 'losePos', on: false });
  const ofPos = () => broker.events.flatMap(({ data }) => (data.kind === 'pos.network' ? [data.reachable] : []));
  await vi.waitFor(() => expect(ofPos()).toEqual([false, true]));
  const ofDoor = () =>
    broker.events.flatMap(({ data }) => (data.kind === 'fault' && data.code === 'door-open' ? [data.active] : []));
  await vi.waitFor(() => expect(ofDoor()).toEqual([true, false]));
});

test('a pulled plug speaks through the will; the drink in the machine is lost, the rest is made', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker, { speed: 5 });
  await isOnline(broker);
  const session = robot.view().session;
  const id = await broker.command('makeOrder', anOrder(2));
  await vi.waitFor(() => expect(broker.steps()).toHaveLength(1));
  robot.fault({ kind: 'pullPlug' });
  await vi.waitFor(() => expect(last(broker.states)).toMatchObject({ session, data: { online: false } }));
  robot.fault({ kind: 'plugIn' });
  await vi.waitFor(
    () => expect(last(broker.answers(id))).toMatchObject({ code: 'PARTLY_MADE', data: { made: 1, failed: 1 } }),
    {
      timeout: 5_000,
    },
  );
  expect(robot.view().session).not.toBe(session);
  expect(broker.steps()).toEqual([
    [1, 2251],
    [1, 2252],
    [2, 2251],
    [2, 2301],
  ]);
});

test('what happened while the network was cut arrives late, in its old session', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker, { speed: 5 });
  await isOnline(broker);
  const session = robot.view().session;
  await broker.command('makeOrder', anOrder());
  await vi.waitFor(() => expect(broker.steps()).toHaveLength(1));
  robot.fault({ kind: 'cutNetwork', seconds: 1 });
  await vi.waitFor(() => expect(last(broker.steps())).toEqual([1, 2301]), { timeout: 5_000 });
  expect(broker.events.every((event) => event.session === session)).toBe(true);
  expect(last(broker.states.filter((state) => state.data.online))?.session).not.toBe(session);
});

test('a quick reconnect begins a new session, also when the old connection ends afterwards', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker);
  await isOnline(broker);
  robot.fault({ kind: 'dropConnection', afterMs: 300, overlap: true });
  await vi.waitFor(() => expect(broker.states.filter((state) => state.data.online)).toHaveLength(2), {
    timeout: 5_000,
  });
  await vi.waitFor(() => expect(robot.view().online).toBe(true));
  const sessions = new Set(broker.states.filter((state) => state.data.online).map((state) => state.session));
  expect(sessions.size).toBe(2);
});

test('sequence numbers are skipped, repeated and overtaken on demand, and rubbish is sent', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker);
  await vi.waitFor(() => expect(broker.telemetry).toHaveLength(1));
  robot.fault({ kind: 'skipSequence', messages: 5 });
  robot.fault({ kind: 'refill', material: 'milk' });
  await vi.waitFor(() => expect(broker.events.map((event) => event.seq)).toEqual([7]));
  robot.fault({ kind: 'repeatSequence' });
  robot.fault({ kind: 'refill', material: 'milk' });
  await vi.waitFor(() => expect(broker.events.map((event) => event.seq)).toEqual([7, 8, 8]));
  robot.fault({ kind: 'reorderSequence' });
  robot.fault({ kind: 'refill', material: 'milk' });
  robot.fault({ kind: 'refill', material: 'milk' });
  await vi.waitFor(() => expect(broker.events.map((event) => event.seq)).toEqual([7, 8, 8, 10, 9]));
  robot.fault({ kind: 'sendRubbish' });
  await vi.waitFor(() => expect(broker.faulty).toHaveLength(1));
});

test('restart, maintenance, log upload and the full state request are answered', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker);
  await vi.waitFor(() => expect(broker.telemetry).toHaveLength(1));
  const maintain = await broker.command('setMaintenance', { on: true });
  await vi.waitFor(() =>
    expect(last(broker.answers(maintain))).toMatchObject({ ok: true, data: { before: 'normal', after: 'maintain' } }),
  );
  const refused = await broker.command('makeOrder', anOrder());
  await vi.waitFor(() => expect(broker.answers(refused)).toMatchObject([{ ok: false, code: 'MAINTENANCE' }]));
  const now = Date.now();
  const upload = await broker.command('uploadLog', {
    from: new Date(now - 60_000).toISOString(),
    to: new Date(now + 60_000).toISOString(),
  });
  await vi.waitFor(() => expect(last(broker.answers(upload))).toMatchObject({ ok: true }));
  expect(
    broker.events.flatMap(({ data }) => (data.kind === 'log.lines' ? data.lines : [])).map((line) => line.text),
  ).toContain('connected');
  const report = await broker.command('reportState', {});
  await vi.waitFor(() => expect(last(broker.answers(report))).toMatchObject({ ok: true }));
  expect(last(broker.states)?.data).toMatchObject({ online: true, mode: 'maintain', faults: [] });
  const before = robot.view().session;
  const restart = await broker.command('restart', {});
  await vi.waitFor(() => expect(last(broker.answers(restart))).toMatchObject({ stage: 'result', ok: true }), {
    timeout: 8_000,
  });
  expect(robot.view().session).not.toBe(before);
});

test('settings that the server wants are taken and reported back', async () => {
  const broker = await aBroker();
  await broker.send(
    deviceTopic.configDesired(device),
    { v: 1, version: 3, reportIntervalSeconds: 5, reportType: 'scheduled' },
    true,
  );
  aRobot(broker);
  await vi.waitFor(() =>
    expect(broker.configs[0]?.data).toEqual({ version: 3, reportIntervalSeconds: 5, reportType: 'scheduled' }),
  );
});

test('settings are refused or ignored on demand, and what is changed by hand is reported', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker, { reportIntervalSeconds: 5, updateTakesMs: 200 });
  await isOnline(broker);
  const tell = (version: number, more: object = {}) =>
    broker.send(
      deviceTopic.configDesired(device),
      { v: 1, version, reportIntervalSeconds: 30, reportType: 'on_change', ...more },
      true,
    );
  robot.fault({ kind: 'changedByHand', reportIntervalSeconds: 6 });
  await vi.waitFor(() => expect(last(broker.configs)?.data).toMatchObject({ version: 0, reportIntervalSeconds: 6 }), {
    timeout: 8_000,
  });
  robot.fault({ kind: 'settings', answer: 'refuse' });
  await tell(2);
  await vi.waitFor(() =>
    expect(last(broker.configs)?.data).toMatchObject({ version: 0, refused: { version: 2, code: 'REFUSED' } }),
  );
  robot.fault({ kind: 'settings', answer: 'ignore' });
  const said = broker.configs.length;
  await tell(3);
  robot.fault({ kind: 'clear' });
  await tell(4, { menuVersion: 'abc', firmware: '5.0.0' });
  await vi.waitFor(() => expect(broker.states.some(({ data }) => data.fw === '5.0.0')).toBe(true), { timeout: 8_000 });
  expect(broker.configs.slice(said).map(({ data }) => data)).toEqual([
    { version: 4, reportIntervalSeconds: 30, reportType: 'on_change', menuVersion: 'abc' },
  ]);
  expect(robot.view().settings).toMatchObject({ reportIntervalSeconds: 30, menuVersion: 'abc', firmware: '5.0.0' });
  // told another one before it has begun, it takes the last alone
  await tell(5, { firmware: '6.0.0' });
  await tell(6, { firmware: '5.0.0' });
  await tell(7, { firmware: '5.0.1' });
  await vi.waitFor(() => expect(broker.states.some(({ data }) => data.fw === '5.0.1')).toBe(true), { timeout: 8_000 });
  expect(broker.states.map(({ data }) => data.fw)).not.toContain('6.0.0');
});

test('answers are refused, withheld, late or doubled on demand', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker);
  await isOnline(broker);
  robot.fault({ kind: 'refuseCommand' });
  const refused = await broker.command('setMaintenance', { on: true });
  await vi.waitFor(() => expect(broker.answers(refused)).toMatchObject([{ ok: false, code: 'REFUSED' }]));
  robot.fault({ kind: 'answerTwice' });
  const twice = await broker.command('setMaintenance', { on: false });
  await vi.waitFor(() => expect(broker.stages(twice)).toEqual(['accepted', 'result', 'result']));
  robot.fault({ kind: 'acceptWithoutResult' });
  const silent = await broker.command('setMaintenance', { on: false });
  await vi.waitFor(() => expect(broker.stages(silent)).toEqual(['accepted']));
  robot.fault({ kind: 'answerLate', seconds: 0.3 });
  const late = await broker.command('setMaintenance', { on: false });
  await vi.waitFor(() => expect(broker.stages(late)).toEqual(['accepted', 'result']));
  expect(broker.stages(silent)).toEqual(['accepted']);
});

test('a wrong clock makes a fresh command look expired', async () => {
  const broker = await aBroker();
  const robot = aRobot(broker);
  await isOnline(broker);
  robot.fault({ kind: 'clockSkew', seconds: 3_600 });
  const id = await broker.command('setMaintenance', { on: true });
  await vi.waitFor(() => expect(broker.answers(id)).toMatchObject([{ code: 'EXPIRED' }]));
});

test('a robot whose process is started again remembers levels, mode and the commands that it knew', async () => {
  const broker = await aBroker();
  const dataDir = mkdtempSync(join(tmpdir(), 'robot-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true }));
  const first = aRobot(broker, { dataDir });
  await isOnline(broker);
  const id = await broker.command('makeOrder', anOrder());
  await vi.waitFor(() => expect(last(broker.stages(id))).toBe('result'));
  const levels = first.view().materials;
  await first.stop();
  const second = aRobot(broker, { dataDir });
  await vi.waitFor(() => expect(second.view().online).toBe(true));
  expect(second.view().materials).toEqual(levels);
  await broker.command('makeOrder', anOrder(), { id });
  await vi.waitFor(() => expect(broker.stages(id).filter((stage) => stage === 'result')).toHaveLength(2));
  expect(broker.steps().filter(([, event]) => event === 2251)).toHaveLength(1);
});

test('the log of two days comes in parts, each within the limit of a message', async () => {
  const broker = await aBroker();
  aRobot(broker);
  await vi.waitFor(() => expect(broker.telemetry).toHaveLength(1));
  const now = Date.now();
  const from = new Date(now - 48 * 3_600_000).toISOString();
  const upload = await broker.command('uploadLog', { from, to: new Date(now).toISOString() });
  await vi.waitFor(() => expect(last(broker.answers(upload))).toMatchObject({ ok: true }));
  const parts = broker.events.flatMap(({ data }) => (data.kind === 'log.lines' ? [data] : []));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map(({ part }) => part)).toEqual(parts.map((_, at) => at + 1));
  const lines = parts.flatMap((part) => part.lines);
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.every(({ at }) => at >= from)).toBe(true);
  expect(broker.faulty).toEqual([]);
});

test('it is cleaned, and opens an outlet that it has', async () => {
  const broker = await aBroker();
  aRobot(broker);
  await vi.waitFor(() => expect(broker.telemetry).toHaveLength(1));
  const opened = await broker.command('openOutlet', { outlet: 1 });
  await vi.waitFor(() => expect(last(broker.answers(opened))).toMatchObject({ ok: true, data: { outlet: 1 } }));
  await vi.waitFor(() => expect(broker.events.at(-1)?.data).toMatchObject({ kind: 'outlet.changed', state: 'opened' }));
  const unknown = await broker.command('openOutlet', { outlet: 99 });
  await vi.waitFor(() => expect(last(broker.answers(unknown))).toMatchObject({ ok: false, code: 'NO_SUCH_OUTLET' }));
  const cleaned = await broker.command('clean', {});
  await vi.waitFor(() => expect(broker.stages(cleaned)).toEqual(['accepted', 'running', 'result']), { timeout: 8_000 });
});

test('told another broker it goes there, and comes back from one that does not answer', async () => {
  const [here, there] = [await aBroker(), await aBroker()];
  aRobot(here, { brokerPatienceMs: 300 });
  await isOnline(here);
  const tell = (broker: Broker, version: number, url: string) =>
    broker.send(
      deviceTopic.configDesired(device),
      { v: 1, version, reportIntervalSeconds: 5, reportType: 'scheduled', url },
      true,
    );
  await tell(here, 3, there.url);
  await isOnline(there);
  const births = there.states.length;
  await tell(there, 4, 'mqtt://127.0.0.1:1');
  await vi.waitFor(() => expect(there.states.filter(({ data }) => data.online).length).toBeGreaterThan(births), {
    timeout: 8_000,
  });
});
