import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { DistributeProblem, distribute } from './distribute.ts';
import { planTables } from './table-plan.ts';
import { TENANT_TABLES } from './tables.gen.ts';

let url: string;
let client: pg.Client;
beforeAll(async () => {
  url = await cloneDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

describe('the plan of tables', () => {
  test('has a place for every table', async () => {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const plan = await planTables(client);
    expect(plan.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test('distributes what the handle of a tenant restricts, and nothing else', async () => {
    const plan = await planTables(client);
    const distributed = plan.filter(({ place }) => place === 'distributed').map(({ name }) => name);
    // views of tenants lie where their tables lie
    const tables = new Set(plan.map(({ name }) => name));
    expect(distributed.sort()).toEqual([...TENANT_TABLES].filter((name) => tables.has(name)).sort());
    expect(plan.filter(({ place }) => place === 'copied').map(({ name }) => name)).toEqual(['event_subscription']);
  });

  test('keeps people, sessions, permissions and credentials where logins are answered', async () => {
    const plan = new Map((await planTables(client)).map(({ name, place }) => [name, place]));
    for (const name of [
      'staff_user',
      'staff_session',
      'permission',
      'device_credential',
      'storefront_key',
      'schema_migration',
    ])
      expect([name, plan.get(name)]).toEqual([name, 'local']);
  });

  test('has a column for the tenant in every table that it distributes', async () => {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
         and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull)`);
    expect(rows).toEqual([]);
  });
});

describe.skipIf(process.env['TEST_CITUS'])('on a PostgreSQL without Citus', () => {
  test('says what is missing, and changes nothing', async () => {
    const triggers = async (): Promise<unknown> =>
      (await client.query('select count(*) as count from pg_trigger union all select count(*) from pg_constraint'))
        .rows;
    const before = await triggers();
    const refused = distribute(url);
    await expect(refused).rejects.toThrow(DistributeProblem);
    await expect(refused).rejects.toThrow(/has no Citus.*Install Citus 13 or later on it and on each worker/);
    expect(await triggers()).toEqual(before);
  });
});
