import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { DeviceDirectory } from './device-directory.ts';
import { devices } from './index.ts';
import { addTestRobot } from './test-device.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ slices: [devices, beverages], planDue: async () => 0 });
});
afterAll(() => server?.stop());

test('of two credentials that change at once both are heard of, whichever is committed first', async () => {
  const staff = await (await server.newTenant()).staff();
  const [slow, quick] = [await addTestRobot(server, staff), await addTestRobot(server, staff)];
  const imeis = [slow, quick].map(({ device }) => device.address.imei);
  const directory = new DeviceDirectory(server.services.database);
  await directory.refresh();
  const clients = imeis.map(() => new pg.Client({ connectionString: server.databaseUrl }));
  try {
    for (const [index, client] of clients.entries()) {
      await client.connect();
      await client.query('begin');
      await client.query('update device_credential set rotated_at = now() where imei = $1', [imeis[index]]);
    }
    await clients[1]?.query('commit');
    expect(await directory.refresh()).toEqual([imeis[1]]);
    await clients[0]?.query('commit');
    expect(await directory.refresh()).toEqual([imeis[0]]);
    expect(await directory.refresh()).toEqual([]);
  } finally {
    for (const client of clients) await client.end();
  }
});

test('a name that no device can have keeps nobody out who asks at the same moment', async () => {
  const staff = await (await server.newTenant()).staff();
  const { device } = await addTestRobot(server, staff);
  const directory = new DeviceDirectory(server.services.database);
  const [odd, known] = await Promise.all([directory.find('a\0name'), directory.find(device.address.imei)]);
  expect(odd).toBeUndefined();
  expect(known?.imei).toBe(device.address.imei);
});
