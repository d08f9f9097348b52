import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { gatewayOf } from '#domains/devices/server/gateway.ts';
import type { TestDevice } from '#domains/devices/server/test-device.ts';
import { addTestRobot, robotSlices } from '#domains/robots/server/test-robots.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { exportsSlice } from '#platform/exports/server/exports-slice.ts';
import { later } from '#platform/testing/later.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { findPerson } from '#system/session/server/index.ts';
import { logDownloadEndpoints } from '../contract/endpoints.ts';
import { logDownloads } from '../contract/log-downloads.ts';
import { logDownloadSlice } from './index.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const broker = openEmbeddedBroker({ host: '127.0.0.1', port: 0, log });
  const own = [...robotSlices, beverages, logDownloadSlice];
  server = await startTestServer({
    slices: [...own, exportsSlice(own, { findPerson, notifyOwner: async () => undefined })],
    planDue: async () => 0,
    broker,
    log,
  });
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const HOUR_MS = 3_600_000;
const span = (hours: number) => {
  const now = server.services.clock.now().getTime();
  return { from: new Date(now - hours * HOUR_MS).toISOString(), to: new Date(now).toISOString() };
};
const ask = (robotId: string, hours: number, caller = staff) =>
  server.call(logDownloadEndpoints.add, { robotId, ...span(hours) }, caller);
const rowOf = async (id: string, caller = staff) => {
  const { records } = await server.call(logDownloads.endpoints.page, {}, caller);
  return records.find((row) => row.id === id);
};
const hasEnded = (id: string) =>
  server.services.database.read(tenant.id, async (db) => {
    const row = await db.selectFrom('device_command').select('state').where('id', '=', id).executeTakeFirst();
    return row?.state === 'succeeded';
  });
const line = (text: string) => ({ at: new Date().toISOString(), level: 'info', text });

async function aRobot(): Promise<{ id: string; device: TestDevice }> {
  const robot = await addTestRobot(server, staff);
  await robot.device.birth();
  return robot;
}

async function sendParts(device: TestDevice, cmdId: string, sent: readonly number[], parts: number): Promise<void> {
  for (const part of sent)
    await device.event({
      kind: 'log.lines',
      cmdId,
      part,
      parts,
      lines: [line(`part ${part} a`), line(`=part ${part} b`)],
    });
}

test('the log of two days becomes a file of its lines, in their order', async () => {
  const { id: robotId, device } = await aRobot();
  const asked = await ask(robotId, 48);
  expect(asked).toMatchObject({ isOnline: true });
  expect(await rowOf(asked.id)).toMatchObject({ state: 'creating', step: 'robot' });
  await until(() => device.commands.length === 1);
  const { id: cmdId, args } = device.commands[0]!;
  expect(Date.parse(String(args['to'])) - Date.parse(String(args['from']))).toBe(48 * HOUR_MS);
  await device.ack(cmdId, { stage: 'accepted' });
  await sendParts(device, cmdId, [2, 1, 2], 3);
  await until(async () => (await rowOf(asked.id))?.partsReceived === 2);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'creating', step: 'parts', parts: 3 });
  await sendParts(device, cmdId, [3], 3);
  await device.ack(cmdId, { stage: 'result', ok: true, code: 'DONE', data: { lines: 6, parts: 3 } });
  await until(async () => (await rowOf(asked.id))?.state === 'created');
  const row = await rowOf(asked.id);
  expect(row).toMatchObject({ lines: 6, parts: 3, partsReceived: 3, failure: '' });
  const { path } = await server.call(exportEndpoints.link, { id: row!.exportId }, staff);
  const file = String((await server.send('GET', `/api${path}`)).text);
  const texts = file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((text) => text.split(',').at(-1));
  expect(texts).toEqual(['part 1 a', "'=part 1 b", 'part 2 a', "'=part 2 b", 'part 3 a', "'=part 3 b"]);
  // nobody else has it in his list
  expect(await rowOf(asked.id, await tenant.staff())).toBeUndefined();
  await device.leave();
});

test('four days are refused in words, an end before the beginning too', async () => {
  const { id: robotId, device } = await aRobot();
  await expect(ask(robotId, 96)).rejects.toMatchObject({ problem: 'device-log.log-too-old' });
  await expect(ask(robotId, -1)).rejects.toMatchObject({ problem: 'device-log.log-range-empty' });
  await ask(robotId, 1);
  await expect(ask(robotId, 1)).rejects.toMatchObject({ problem: 'command.busy' });
  await device.leave();
});

test('a part that never comes is left out, and the list says so', async () => {
  const { id: robotId, device } = await aRobot();
  const asked = await ask(robotId, 2);
  await until(() => device.commands.length === 1);
  const { id: cmdId } = device.commands[0]!;
  await sendParts(device, cmdId, [1, 3], 3);
  await device.ack(cmdId, { stage: 'result', ok: true, code: 'DONE' });
  await until(async () => (await rowOf(asked.id))?.partsReceived === 2);
  // its end is known before the clock moves: what waits for late parts waits from then on
  await until(() => hasEnded(cmdId));
  await server.runDue();
  await later(server, 90, () =>
    until(async () => {
      await server.runDue();
      return (await rowOf(asked.id))?.state === 'created';
    }),
  );
  expect(await rowOf(asked.id)).toMatchObject({ parts: 3, partsReceived: 2, lines: 4 });
  await device.leave();
});

test('a robot that refuses fails it, and it can be asked once more', async () => {
  const { id: robotId, device } = await aRobot();
  const asked = await ask(robotId, 2);
  await until(() => device.commands.length === 1);
  await expect(server.call(logDownloadEndpoints.retry, { id: asked.id }, staff)).rejects.toMatchObject({
    problem: 'log-download.not-failed',
  });
  await device.ack(device.commands[0]!.id, { stage: 'result', ok: false, code: 'REFUSED' });
  await until(async () => (await rowOf(asked.id))?.state === 'failed');
  expect(await rowOf(asked.id)).toMatchObject({ failure: 'refused' });
  await expect(server.call(logDownloadEndpoints.retry, { id: asked.id }, await tenant.staff())).rejects.toMatchObject({
    problem: 'log-download.not-found',
  });
  await server.call(logDownloadEndpoints.retry, { id: asked.id }, staff);
  await until(() => device.commands.length === 2);
  await sendParts(device, device.commands[1]!.id, [1], 1);
  await device.ack(device.commands[1]!.id, { stage: 'result', ok: true, code: 'DONE' });
  await until(async () => (await rowOf(asked.id))?.state === 'created');
  expect(await rowOf(asked.id)).toMatchObject({ lines: 2, failure: '' });
  await device.leave();
});

test('a robot that stays away for a day fails it', async () => {
  const { id: robotId } = await addTestRobot(server, staff);
  const asked = await ask(robotId, 2);
  expect(asked.isOnline).toBe(false);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'creating', step: 'robot' });
  await later(server, 25 * 3600, async () => {
    await gatewayOf(server.services)?.sweep({ atOnce: true });
    await server.runDue();
  });
  await until(async () => {
    await server.runDue();
    return (await rowOf(asked.id))?.state === 'failed';
  });
  expect(await rowOf(asked.id)).toMatchObject({ failure: 'offline' });
});
