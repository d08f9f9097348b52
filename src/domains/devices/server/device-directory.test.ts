import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { DeviceDirectory } from './device-directory.ts';
import { DeviceDrivers } from './device-driver.ts';
import { addDrum, drumDriver, openDrums } from './test-drums.ts';

const drivers = new DeviceDrivers([drumDriver]);
let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ slices: [], planDue: async () => 0 });
  owner = await openDrums(server.databaseUrl);
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

test('of two credentials that change at once both are heard of, whichever is committed first', async () => {
  const { id } = await server.newTenant();
  const [slow, quick] = [await addDrum(server, owner, id), await addDrum(server, owner, id)];
  const imeis = [slow, quick].map(({ address }) => address.imei);
  const directory = new DeviceDirectory(server.services.database, drivers);
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

test('what many credentials changed long ago, as those of a tenant together, is read once', async () => {
  const { id } = await server.newTenant();
  for (let count = 0; count < 2; count++) await addDrum(server, owner, id);
  await owner.query("update device_credential set rotated_at = now() - interval '1 hour'");
  const { database } = server.services;
  const read: number[] = [];
  const counting: typeof database.acrossTenants = (reason, work, pool) =>
    database.acrossTenants(
      reason,
      (db, client) => {
        const query = async (...asked: [string, unknown[]]) => {
          const answer = await client.query(...asked);
          read.push(answer.rows.filter(({ imei }) => imei !== null).length);
          return answer;
        };
        return work(db, { query } as unknown as pg.PoolClient);
      },
      pool,
    );
  const directory = new DeviceDirectory({ ...database, acrossTenants: counting }, drivers);
  await directory.refresh();
  await directory.refresh();
  expect(read[0]).toBeGreaterThan(1);
  expect(read[1]).toBe(0);
});

test('a name that no device can have keeps nobody out who asks at the same moment', async () => {
  const device = await addDrum(server, owner, (await server.newTenant()).id);
  const directory = new DeviceDirectory(server.services.database, drivers);
  const [odd, known] = await Promise.all([directory.find('a\0name'), directory.find(device.address.imei)]);
  expect(odd).toBeUndefined();
  expect(known?.imei).toBe(device.address.imei);
});

test('a credential that changes while it is read is not kept as it was', async () => {
  const { address } = await addDrum(server, owner, (await server.newTenant()).id);
  const { imei } = address;
  const { database } = server.services;
  const read = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let isSlow = true;
  const directory = new DeviceDirectory(
    {
      ...database,
      acrossTenants: async (reason, ...asked) => {
        const found = await database.acrossTenants(reason, ...asked);
        if (isSlow && reason === 'devices that connect') {
          read.resolve();
          await answer.promise;
        }
        return found;
      },
    },
    drivers,
  );
  await directory.refresh();
  const before = directory.find(imei);
  await read.promise;
  await owner.query('update device_credential set status = 0, rotated_at = now() where imei = $1', [imei]);
  expect(await directory.refresh()).toEqual([imei]);
  isSlow = false;
  answer.resolve();
  await before;
  expect(directory.cached(imei)).toBeUndefined();
  expect(await directory.find(imei)).toBeUndefined();
});

test('a database that is away makes no device an unknown one', async () => {
  const device = await addDrum(server, owner, (await server.newTenant()).id);
  const { database } = server.services;
  let isAway = true;
  const directory = new DeviceDirectory(
    {
      ...database,
      acrossTenants: (...asked) =>
        isAway ? Promise.reject(new Error('connection timeout')) : database.acrossTenants(...asked),
    },
    drivers,
  );
  const finds = [directory.find(device.address.imei), directory.find(device.address.imei)];
  expect((await Promise.allSettled(finds)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect((await directory.find(device.address.imei))?.imei).toBe(device.address.imei);
});
