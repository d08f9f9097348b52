import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { DeviceDrivers } from '#domains/devices/server/device-driver.ts';
import { purgeDeviceHistory } from '#domains/devices/server/purge-history.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { robotDriver } from './robot-driver.ts';
import { addTestRobot, robotSlices } from './test-robots.ts';

const purge = purgeDeviceHistory(new DeviceDrivers([robotDriver]));
let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ slices: [...robotSlices, beverages], planDue: async () => 0 });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

test('old news of devices goes, however much there is, and what is younger stays', async () => {
  const tenant = await server.newTenant();
  const staff = await tenant.staff();
  for (const count of [30_000, 15_000]) {
    const { device } = await addTestRobot(server, staff);
    const of = [tenant.id, device.address.imei];
    await owner.query(
      `insert into robot_temperature (tenant_id, imei, at, session, seq, readings)
       select $1, $2, now() - interval '91 days' + n * interval '1 second', 's', n, '[]' from generate_series(1, $3::int) n`,
      [...of, count],
    );
    await owner.query(
      `insert into robot_temperature (tenant_id, imei, at, session, seq, readings) values ($1, $2, now(), 's', 0, '[]')`,
      of,
    );
    await owner.query(
      `insert into device_session (tenant_id, imei, session, ordinal, first_seen_at)
       select $1, $2, n, n, now() - interval '100 days' from generate_series(1, 3) n`,
      of,
    );
  }
  await purge.run(server.services, server.services.clock.now());
  const left = async (table: string): Promise<number> =>
    (await owner.query(`select 1 from ${table} where tenant_id = $1`, [tenant.id])).rows.length;
  expect(await left('robot_temperature')).toBe(2);
  expect(await left('device_session'), 'the newest of each device').toBe(2);
});
