import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { robotCommander } from '#domains/robots/server/index.ts';
import { addTestRobot, robotSlices } from '#domains/robots/server/test-robots.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { deviceCommands } from '../contract/device-commands.ts';
import { deviceCommandEndpoints } from '../contract/endpoints.ts';
import { deviceCommandsSlice } from './index.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  const slices = [...robotSlices, beverages, deviceCommandsSlice([robotCommander])];
  server = await startTestServer({ slices, planDue: async () => 0, broker, log });
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const aSpot = async (name: string): Promise<string> => {
  const id = newId();
  await server.services.database.write(tenant.id, (db) => db.insertInto('spot').values({ id, name }).execute());
  return id;
};
const send = (request: object, caller = staff) => server.call(deviceCommandEndpoints.send, request as never, caller);
const log = (request: object, caller = staff) => server.call(deviceCommands.endpoints.page, request as never, caller);

test('one command goes to many devices, each with a result of its own', async () => {
  const one = await addTestRobot(server, staff);
  const two = await addTestRobot(server, staff);
  await one.device.birth();
  const imeis = [one.mqtt.username, two.mqtt.username, '990000000000001'];
  const answer = await send({ imeis, cmd: 'openOutlet', args: { outlet: 2 }, reason: 'a cup is stuck' });
  expect(answer).toMatchObject({
    sent: 2,
    refused: 1,
    results: [
      { imei: imeis[0], kind: 'robot', state: 'queued', code: null },
      { imei: imeis[1], state: 'queued' },
      { imei: imeis[2], kind: null, commandId: null, code: 'device.not-found' },
    ],
  });
  expect(answer.results[2]?.message).toBe('This device does not exist');
  await until(() => one.device.commands.length === 1);
  const heard = one.device.commands[0]!;
  expect(heard).toMatchObject({ cmd: 'openOutlet', args: { outlet: 2 }, ttlS: 30 });
  await one.device.ack(heard.id, {
    stage: 'result',
    ok: true,
    code: 'DONE',
    data: { before: 'placed', after: 'opened' },
  });
  const { records } = await log({ imei: imeis[0] });
  expect(records).toMatchObject([{ cmd: 'openOutlet', state: 'succeeded', reason: 'a cup is stuck', kind: 'robot' }]);
  expect(JSON.parse(records[0]!.payload)).toEqual({ outlet: 2 });
  expect(JSON.parse(records[0]!.resultData)).toEqual({ before: 'placed', after: 'opened' });
  expect(records[0]!.deviceName).toMatch(/^Robot/);
  // the same again is refused there while it is under way
  const again = await send({ imeis, cmd: 'openOutlet', args: { outlet: 2 }, reason: 'once more' });
  expect(again.results.map(({ code }) => code)).toEqual([null, 'command.busy', 'device.not-found']);
  await one.device.leave();
});

test.each([
  ['a command that robots do not know', { cmd: 'explode', reason: 'x' }, 'command.unknown'],
  ['drinks are made for orders only', { cmd: 'makeOrder', reason: 'x' }, 'command.unknown'],
  ['an outlet that cannot be', { cmd: 'openOutlet', args: { outlet: 0 }, reason: 'x' }, 'command.arguments'],
  ['no reason', { cmd: 'clean' }, 'command.reason-required'],
  ['a log of four days', { cmd: 'uploadLog', args: { from: daysAgo(4), to: daysAgo(0) } }, 'device-log.log-too-old'],
])('refused in words: %s', async (_what, asked, code) => {
  const { mqtt } = await addTestRobot(server, staff);
  const { results } = await send({ imeis: [mqtt.username], ...asked });
  expect(results).toMatchObject([{ commandId: null, code }]);
});

test('what moves needs its own permission', async () => {
  const { mqtt } = await addTestRobot(server, staff);
  const caller = await tenant.staff(['robot:view', 'robot:command']);
  const { results } = await send({ imeis: [mqtt.username], cmd: 'clean', reason: 'x' }, caller);
  expect(results).toMatchObject([{ code: 'command.not-permitted' }]);
  const { results: state } = await send({ imeis: [mqtt.username], cmd: 'reportState' }, caller);
  expect(state).toMatchObject([{ code: null, state: 'queued' }]);
});

test('who sees one spot sees its commands only, and commands its devices only', async () => {
  const [here, there] = [await aSpot('Here'), await aSpot('There')];
  const near = await addTestRobot(server, staff, { spotId: here });
  const far = await addTestRobot(server, staff, { spotId: there });
  const clerk = await tenant.staff(['robot:view', 'robot:command'], { spotIds: [here] });
  const imeis = [near.mqtt.username, far.mqtt.username];
  expect((await send({ imeis, cmd: 'reportState' }, clerk)).results.map(({ code }) => code)).toEqual([
    null,
    'device.not-found',
  ]);
  await send({ imeis: [imeis[1]], cmd: 'reportState' });
  expect((await log({}, clerk)).records.map(({ imei }) => imei)).toEqual([imeis[0]]);
  const other = await (await server.newTenant()).staff();
  expect((await log({}, other)).records).toEqual([]);
});

test('the log is filtered by device, command, state, person and period', async () => {
  const { mqtt, id } = await addTestRobot(server, staff);
  const imei = mqtt.username;
  await send({ imeis: [imei], cmd: 'reportState' });
  await send({ imeis: [imei], cmd: 'clean', reason: 'sticky' });
  const cmds = async (filter: object) => (await log({ imei, ...filter })).records.map(({ cmd }) => cmd);
  expect(await cmds({})).toEqual(['clean', 'reportState']);
  expect(await cmds({ cmd: 'clean' })).toEqual(['clean']);
  expect(await cmds({ state: 'queued,sent' })).toEqual(['clean', 'reportState']);
  expect(await cmds({ state: 'failed,expired' })).toEqual([]);
  const { records } = await server.call(robotEndpoints.commands, { robotId: id }, staff);
  await server.call(robotEndpoints.cancelCommand, { commandId: records[0]!.id }, staff);
  expect(await cmds({ state: 'cancelled' })).toEqual(['clean']);
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 3_600_000).toISOString();
}
