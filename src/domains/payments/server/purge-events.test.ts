import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { purgeEvents } from './purge-events.ts';

let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ slices: [] });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

test('events of providers go 400 days after they were handled, however many; one that was not handled stays for good', async () => {
  const tenant = await server.newTenant();
  const add = (name: string, count: number, receivedDays: number, handledDays: number | null): Promise<unknown> =>
    owner.query(
      `insert into payment_inbox (tenant_id, provider, event_id, event_type, payload, received_at, processed_at)
       select $1, 'stripe', $2 || n, 'charge.refunded', '{}', now() - $4 * interval '1 day', now() - $5 * interval '1 day'
         from generate_series(1, $3::int) n`,
      [tenant.id, name, count, receivedDays, handledDays],
    );
  await add('old', 20_001, 402, 401);
  await add('late', 1, 900, 399);
  await add('never', 1, 900, null);
  await purgeEvents.run(server.services, server.services.clock.now());
  const { rows } = await owner.query('select event_id from payment_inbox where tenant_id = $1 order by 1', [tenant.id]);
  expect(rows.map((row) => row.event_id)).toEqual(['late1', 'never1']);
});

test('the service of all tenants cannot delete an event that was not handled', async () => {
  const tenant = await server.newTenant();
  await owner.query(
    `insert into payment_inbox (tenant_id, provider, event_id, event_type, payload, received_at)
     values ($1, 'stripe', 'open', 'charge.refunded', '{}', now())`,
    [tenant.id],
  );
  const { numDeletedRows } = await server.services.database.acrossTenants('a test', (db) =>
    db.deleteFrom('payment_inbox').where('event_id', '=', 'open').executeTakeFirstOrThrow(),
  );
  expect(numDeletedRows).toBe(0n);
});

test('the service of all tenants reads events of all, and neither adds nor changes one', async () => {
  const tenants = [await server.newTenant(), await server.newTenant()];
  const { database } = server.services;
  for (const { id } of tenants)
    await owner.query(
      `insert into payment_inbox (tenant_id, provider, event_id, event_type, payload, received_at, processed_at)
       values ($1, 'stripe', 'seen', 'charge.refunded', '{}', now(), now())`,
      [id],
    );
  const across = (text: string): Promise<pg.QueryResult> =>
    database.acrossTenants('a test', (_db, client) => client.query(text));
  expect((await across("select tenant_id from payment_inbox where event_id = 'seen'")).rowCount).toBe(2);
  for (const refused of [
    "update payment_inbox set processed_at = now() where event_id = 'seen'",
    "insert into payment_inbox select * from payment_inbox where event_id = 'seen'",
    'select 1 from payment_inbox where tenant_id = 1 for update',
    'truncate payment_inbox',
  ])
    await expect(across(refused), refused).rejects.toMatchObject({ code: '42501' });
  expect((await across("delete from payment_inbox where event_id = 'seen'")).rowCount).toBe(2);
});

// the owner is a superuser on a cluster, whom no row policy binds
test.skipIf(process.env['TEST_CITUS'])(
  'the owner of the schema changes events of all tenants, as a migration must, and deletes none that was not handled',
  async () => {
    const tenant = await server.newTenant();
    await owner.query(
      `insert into payment_inbox (tenant_id, provider, event_id, event_type, payload, received_at)
     values ($1, 'stripe', 'mended', 'charge.refunded', '{}', now())`,
      [tenant.id],
    );
    expect(
      (await owner.query("update payment_inbox set event_type = 'charge.failed' where event_id = 'mended'")).rowCount,
    ).toBe(1);
    expect((await owner.query("delete from payment_inbox where event_id = 'mended'")).rowCount).toBe(0);
  },
);
