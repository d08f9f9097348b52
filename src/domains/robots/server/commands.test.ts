import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { gatewayOf } from '#domains/devices/server/gateway.ts';
import type { HeardCommand, TestDevice } from '#domains/devices/server/test-device.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { sendRobotCommand } from './send-robot-command.ts';
import { addTestRobot, robotSlices } from './test-robots.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  server = await startTestServer({ slices: [...robotSlices, beverages], planDue: async () => 0, broker, log });
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const sweep = () => gatewayOf(server.services)?.sweep({ atOnce: true }) ?? Promise.resolve();
const commandsOf = async (robotId: string) => (await server.call(robotEndpoints.commands, { robotId }, staff)).records;
const restart = (robotId: string, caller = staff) =>
  server.call(robotEndpoints.sendCommand, { robotId, cmd: 'restart', reason: 'it hangs' }, caller);
const ok = { stage: 'result', ok: true, code: 'DONE' };

async function aRobot(): Promise<{ id: string; device: TestDevice }> {
  const robot = await addTestRobot(server, staff);
  await robot.device.birth();
  return robot;
}

async function nextCommand(device: TestDevice, count = 1): Promise<HeardCommand> {
  await until(() => device.commands.length >= count);
  return device.commands[count - 1] as HeardCommand;
}

function makeOrder(device: TestDevice, orderNo: string): Promise<unknown> {
  return runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
    sendRobotCommand(tx, {
      imei: device.address.imei,
      cmd: 'makeOrder',
      args: { orderNo, pickupCode: '1234', drinks: [] },
      orderNo,
    }),
  );
}

test('a command goes through accepted and running to its result', async () => {
  const { id, device } = await aRobot();
  const sent = await restart(id);
  expect(sent).toMatchObject({ state: 'queued', reason: 'it hangs' });
  const heard = await nextCommand(device);
  expect(heard).toMatchObject({ id: sent.id, cmd: 'restart', args: {}, ttlS: 30 });
  await device.ack(heard.id, { stage: 'accepted' });
  expect(await commandsOf(id)).toMatchObject([{ state: 'accepted' }]);
  await device.ack(heard.id, { stage: 'running', progress: { percent: 40 } });
  expect(await commandsOf(id)).toMatchObject([{ state: 'running', progress: { percent: 40 } }]);
  await device.ack(heard.id, { ...ok, data: { after: 'normal' } });
  await device.ack(heard.id, { stage: 'result', ok: false, code: 'TWICE' });
  expect(await commandsOf(id)).toMatchObject([
    { state: 'succeeded', resultCode: 'DONE', resultData: { after: 'normal' }, late: false },
  ]);
});

test('an answer that cannot be kept is acknowledged and put aside, and what comes after it is heard', async () => {
  const { id, device } = await aRobot();
  await restart(id);
  const heard = await nextCommand(device);
  await device.ack(heard.id, { ...ok, data: { text: '\ud800' } });
  const { records } = await server.call(robotEndpoints.quarantine, { imei: device.address.imei }, staff);
  expect(records).toMatchObject([{ reason: 'text that cannot be stored: data.text' }]);
  await device.ack(heard.id, ok);
  expect(await commandsOf(id)).toMatchObject([{ state: 'succeeded' }]);
});

test('a command of a kind that this version does not know keeps no other one waiting', async () => {
  const [{ id, device }, other] = [await aRobot(), await aRobot()];
  await restart(id);
  await nextCommand(device);
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
    tx.db
      .insertInto('device_command')
      .values({
        id: newId(),
        imei: other.device.address.imei,
        cmd: 'polish',
        state: 'sent',
        sent_at: tx.now(),
        attempts: 1,
        requested_by: 'system',
        requested_by_name: 'system',
        issued_at: tx.now(),
        ttl_seconds: 1,
        due_at: tx.now(),
      })
      .execute(),
  );
  await later(server, 11, sweep);
  expect(await commandsOf(id)).toMatchObject([{ state: 'timed_out' }]);
});

test('work orders of a busy minute are no commands by hand', async () => {
  const { id, device } = await aRobot();
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, (tx) =>
    tx.db
      .insertInto('device_command')
      .values(
        Array.from({ length: 130 }, () => ({
          id: newId(),
          imei: device.address.imei,
          cmd: 'makeOrder',
          state: 'succeeded',
          requested_by: 'the key of a kiosk',
          requested_by_name: 'Kiosk',
          issued_at: tx.now(),
          ttl_seconds: 30,
        })),
      )
      .execute(),
  );
  expect(await restart(id)).toMatchObject({ state: 'queued' });
});

test('a second command of the kind waits for the first one to end', async () => {
  const { id } = await aRobot();
  await restart(id);
  await expect(restart(id)).rejects.toMatchObject({ problem: 'command.busy' });
});

test('a dangerous command needs its permission and a reason', async () => {
  const { id } = await aRobot();
  const operator = await tenant.staff(['robot:view', 'robot:command']);
  await expect(restart(id, operator)).rejects.toMatchObject({ problem: 'command.not-permitted' });
  const noReason = server.call(robotEndpoints.sendCommand, { robotId: id, cmd: 'restart' }, staff);
  await expect(noReason).rejects.toMatchObject({ problem: 'command.reason-required' });
  await expect(
    server.call(robotEndpoints.sendCommand, { robotId: id, cmd: 'reportState' }, operator),
  ).resolves.toMatchObject({ cmd: 'reportState' });
});

test('a command waits for a robot that is offline, and expires if it stays away', async () => {
  const { id, device } = await addTestRobot(server, staff);
  await restart(id);
  await device.birth();
  expect((await nextCommand(device)).cmd).toBe('restart');
  const away = await addTestRobot(server, staff);
  await restart(away.id);
  await later(server, 31, sweep);
  expect(await commandsOf(away.id)).toMatchObject([{ state: 'expired' }]);
  await away.device.birth();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(away.device.commands).toEqual([]);
});

test('a missing receipt ends a moving command, and a late result corrects that', async () => {
  const { id, device } = await aRobot();
  await restart(id);
  const heard = await nextCommand(device);
  await later(server, 11, sweep);
  expect(await commandsOf(id)).toMatchObject([{ state: 'timed_out', attempts: 1 }]);
  await device.ack(heard.id, ok);
  expect(await commandsOf(id)).toMatchObject([{ state: 'succeeded', late: true }]);
});

test('configuration is sent again under the same id', async () => {
  const { id, device } = await aRobot();
  await server.call(robotEndpoints.updateStatus, { id, status: 'maintain', reason: 'cleaning' }, staff);
  const first = await nextCommand(device);
  expect(first).toMatchObject({ cmd: 'setMaintenance', args: { on: true } });
  await later(server, 16, sweep);
  const second = await nextCommand(device, 2);
  expect(second.id).toBe(first.id);
  expect(await commandsOf(id)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('maintenance counts at once, and what the robot still reports does not undo it', async () => {
  const { id, device } = await aRobot();
  const robot = await server.call(robotEndpoints.updateStatus, { id, status: 'maintain', reason: 'cleaning' }, staff);
  expect(robot.status).toBe('maintain');
  await device.state({ online: true, mode: 'normal' });
  expect((await server.call(robotEndpoints.one, { id }, staff)).status).toBe('maintain');
  const heard = await nextCommand(device);
  await device.ack(heard.id, ok);
  await device.state({ online: true, mode: 'maintain' });
  expect((await server.call(robotEndpoints.one, { id }, staff)).status).toBe('maintain');
});

test('work orders leave one after the other, and one that waits does not expire', async () => {
  const { id, device } = await aRobot();
  await makeOrder(device, '20270301100000000001');
  await makeOrder(device, '20270301100000000002');
  const first = await nextCommand(device);
  await device.ack(first.id, { stage: 'accepted' });
  await later(server, 35, sweep);
  await later(server, 70, sweep);
  expect(device.commands).toHaveLength(1);
  await device.ack(first.id, ok);
  const second = await nextCommand(device, 2);
  expect(second.args).toMatchObject({ orderNo: '20270301100000000002' });
  expect(second.ttlS).toBe(30);
  expect((await commandsOf(id)).map((command) => command.state)).toEqual(['sent', 'succeeded']);
});

test('a waiting command can be withdrawn, one that left cannot', async () => {
  const away = await addTestRobot(server, staff);
  const waiting = await restart(away.id);
  const cancelled = await server.call(robotEndpoints.cancelCommand, { commandId: waiting.id }, staff);
  expect(cancelled.state).toBe('cancelled');
  const { id, device } = await aRobot();
  const sent = await restart(id);
  await nextCommand(device);
  const tooLate = server.call(robotEndpoints.cancelCommand, { commandId: sent.id }, staff);
  await expect(tooLate).rejects.toMatchObject({ problem: 'command.not-queued' });
});

test('a work order is withdrawn by those alone who may change orders', async () => {
  const away = await addTestRobot(server, staff);
  await makeOrder(away.device, '20270301100000000077');
  const [waiting] = await commandsOf(away.id);
  const operator = await tenant.staff(['robot:view', 'robot:command']);
  const withdraw = (caller: Caller) =>
    server.call(robotEndpoints.cancelCommand, { commandId: waiting?.id ?? '' }, caller);
  await expect(withdraw(operator)).rejects.toMatchObject({ problem: 'request.forbidden' });
  expect(await withdraw(await tenant.staff(['robot:command', 'order:change']))).toMatchObject({ state: 'cancelled' });
});

test('the answer to a command of another robot changes nothing', async () => {
  const { id, device } = await aRobot();
  const other = await aRobot();
  await restart(id);
  const heard = await nextCommand(device);
  await other.device.ack(heard.id, ok);
  expect(await commandsOf(id)).toMatchObject([{ state: 'sent' }]);
});

test('new settings are told to the robot, which reports what it runs with', async () => {
  const { id, device } = await aRobot();
  const robot = await server.call(robotEndpoints.one, { id }, staff);
  await server.call(robotEndpoints.update, { id, version: robot.version, reportIntervalSeconds: 15 }, staff);
  const tells = (config: unknown) => (config as { reportIntervalSeconds: number }).reportIntervalSeconds === 15;
  await until(() => device.configs.some(tells));
  const stale = server.call(robotEndpoints.update, { id, version: robot.version, name: 'Too late' }, staff);
  await expect(stale).rejects.toMatchObject({ problem: 'robot.changed-meanwhile' });
});
