import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { openExternalBroker } from '#platform/device-gateway/server/external-broker.ts';
import { findMosquitto, startMosquitto, type TestMosquitto } from '#platform/device-gateway/server/test-mosquitto.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { addTestRobot, robotSlices } from './test-robots.ts';

const installed = findMosquitto();
const log = pino({ level: 'silent' });

describe.runIf(installed)('with Mosquitto as the broker', () => {
  let mosquitto: TestMosquitto;
  let server: TestServer;
  let staff: Caller;

  beforeAll(async () => {
    if (!installed) return;
    mosquitto = await startMosquitto(installed);
    server = await begin('one');
    staff = await (await server.newTenant()).staff();
    await until(async () => (await addTestRobot(server, staff).catch(() => undefined)) !== undefined);
  });
  afterAll(async () => {
    await server?.stop();
    await mosquitto?.stop();
  });

  const begin = (serverId: string, databaseUrl?: string) =>
    startTestServer({
      ...{ slices: [...robotSlices, beverages], planDue: async () => 0, log },
      broker: openExternalBroker({ url: mosquitto.url, serverId, log }),
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    });
  const one = (id: string) => server.call(robotEndpoints.one, { id }, staff);

  test('a robot connects, is seen, is asked and answers', async () => {
    const { id, device } = await addTestRobot(server, staff);
    await device.birth({ fw: '4.2.0' });
    await until(async () => (await one(id)).online);
    await device.telemetry({ temperatures: [{ part: 'boiler', celsiusTenths: 921 }] });
    await until(async () => (await one(id)).temperatures.length === 1);
    await server.call(robotEndpoints.sendCommand, { robotId: id, cmd: 'restart', reason: 'test' }, staff);
    await until(() => device.commands.length === 1);
    await device.ack(device.commands[0]?.id ?? '', { stage: 'result', ok: true, code: 'DONE' });
    await until(async () => (await one(id)).commands[0]?.state === 'succeeded');
    await device.vanish();
    await until(async () => !(await one(id)).online);
  });

  test('what the broker keeps for a server that is gone for good is fetched by another', async () => {
    const { id, device } = await addTestRobot(server, staff);
    await device.birth();
    await until(async () => (await one(id)).online);
    const neighbour = await begin('two', server.databaseUrl);
    await until(() => neighbour.services.broker.isUp);
    // it has taken its share of the work once messages come to it
    await sleep(1_000);
    await neighbour.stop();
    for (let outlet = 1; outlet <= 20; outlet++)
      await device.event({ kind: 'outlet.changed', outlet, state: 'placed' });
    const stored = async () => (await server.call(robotEndpoints.deviceLogs, { robotId: id }, staff)).total;
    await until(async () => (await stored()) === 20);
  }, 60_000);

  test('what was said while the server was away is heard when it is back', async () => {
    const { id, device } = await addTestRobot(server, staff);
    await device.birth();
    await until(async () => (await one(id)).online);
    await server.stop();
    try {
      for (let outlet = 1; outlet <= 50; outlet++)
        await device.event({ kind: 'outlet.changed', outlet, state: 'placed' });
    } finally {
      server = await begin('one', server.databaseUrl);
    }
    await until(async () => (await one(id)).outlets.length === 50);
    const { total } = await server.call(robotEndpoints.deviceLogs, { robotId: id }, staff);
    expect(total).toBe(50);
    // it starts a server, beside others
  }, 90_000);
});
