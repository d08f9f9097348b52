import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { TENANT_TABLES } from '#platform/database/server/tables.gen.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { route } from '#platform/http/server/route.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { leakIn, type Planted, plantCanaries, secretCanary } from './canaries.ts';

// The scanner itself: a planted leak turns the test of that answer red (security 19.1).
const leaky = endpoint({
  method: 'GET',
  path: '/test/leak',
  permission: null,
  summary: 'Of a test',
  request: z.strictObject({ what: z.string() }),
  response: z.unknown(),
});
let server: TestServer;
let ours: TestTenant;
let theirs: TestTenant;
let staff: Caller;
let planted: Planted;
beforeAll(async () => {
  const slice = {
    name: 'test',
    routes: [
      // across tenants on purpose, as a careless author might
      route(leaky, ({ services }, { what }) =>
        services.database.acrossTenants('plant a leak', async (db) => {
          if (what === 'nothing') return null;
          if (what === 'secret') return db.selectFrom('staff_user').select('password_hash').execute();
          const { rows } = await sql`select name from tenant order by tenant_id`.execute(db);
          return rows;
        }),
      ),
    ],
  };
  server = await startTestServer({ slices: [slice] });
  [ours, theirs] = [await server.newTenant(), await server.newTenant()];
  staff = await ours.staff([]);
  planted = await plantCanaries(server.databaseUrl, theirs.id, (await theirs.staff('all')).userId);
});
afterAll(() => server.stop());

test('every table of a tenant has a row, and nearly every text of it says whose it is', () => {
  // views show what lies in tables
  const views = [
    ...[
      'department_record',
      'listed_payment',
      'listed_payment_dispute',
      'listed_refund',
      'listed_rental_refund',
      'listed_rental_repair',
      'mqtt_broker_list',
    ],
    ...['removed_user', 'listed_fleet_change', 'listed_refill_run', 'robot_drift', 'robot_reading', 'tenant_user'],
    ...['listed_collection_point', 'listed_points_redemption', 'listed_order_case', 'listed_daily_close_line'],
    ...['robot_stock', 'sold_out_drink'],
  ];
  const without = planted.without.filter((table) => !views.includes(table));
  expect(without.length, without.join(' ')).toBeLessThan(5);
  const tables = new Set(planted.columns.map((column) => column.split('.')[0]));
  // tables without a text of their own join others; the rest is plumbing
  expect(tables.size).toBeGreaterThan(TENANT_TABLES.size / 2);
  expect(planted.columns).toEqual(
    expect.arrayContaining(['spot.name', 'coffee_order.price', 'order_event.detail', 'audit_row.before', 'robot.name']),
  );
});

test('a text of another tenant in an answer is a failure, wherever it stands', async () => {
  const ask = (what: string) => server.send('GET', `/sos-backend/test/leak?what=${what}`, undefined, staff);
  expect((await ask('nothing')).status).toBe(200);
  await expect(ask('names')).rejects.toThrow(`leak: cnr-${theirs.id}-tenant.name`);
  await expect(ask('secret')).rejects.toThrow('leak: cnr-0-staff_user.password_hash');
});

test('the owner of a text may read it, and a secret may not be read at all', () => {
  expect(leakIn(`{"name":"cnr-${ours.id}-spot.name"}`, ours.id)).toBeUndefined();
  expect(leakIn(`x cnr-${ours.id}-spot.name y cnr-12-spot.name`, ours.id)).toBe('cnr-12-spot.name');
  for (const tenant of [ours.id, '', '1'])
    expect(leakIn(secretCanary('payment_config', 'secret_key'), tenant)).toBe('cnr-0-payment_config.secret_key');
});
