import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { addTestTenant } from '#platform/testing/test-tenants.ts';

let catalogue: pg.Client;
let database: Database;
beforeAll(async () => {
  const url = await cloneDatabase();
  catalogue = new pg.Client({ connectionString: url });
  await catalogue.connect();
  database = openDatabase(url, () => undefined);
  await database.acrossTenants('two tenants of a test', async (db) => {
    for (const tenant_id of [71, 72]) {
      await addTestTenant(db, { tenant_id, name: `Tenant ${tenant_id}` });
      await db
        .insertInto('outbox')
        .values({ tenant_id, id: newId(), name: `canary-${tenant_id}`, payload: '{}' })
        .execute();
    }
  });
});
afterAll(async () => {
  await database.close();
  await catalogue.end();
});

const names = async (sql: string): Promise<string[]> =>
  (await catalogue.query<{ name: string }>(sql)).rows.map((row) => row.name);

/** Security 3.1: reached through the identity service or the plumbing only. */
const GLOBAL_TABLES = [
  'captcha',
  'check_rule',
  'data_query',
  'data_source',
  'data_source_secret',
  'device_credential',
  'device_quarantine',
  'dictionary',
  'dictionary_item',
  'ended_session',
  'event_subscription',
  'fill_rule',
  'gateway_health',
  'gateway_route',
  'gateway_server',
  'gateway_traffic',
  'installation_setting',
  'login_familiar_place',
  'login_key',
  'login_throttle',
  'password_ticket',
  'permission',
  'permission_rule',
  'person_erasure',
  'request_count',
  'schedule_run',
  'schema_migration',
  'second_step',
  'security_event',
  'server_reading',
  'server_status',
  'sign_in_code',
  'staff_session',
  'staff_user',
  'storefront_key',
  'third_account',
  'third_login_step',
  'ticket',
];

test('every table is a tenant table with a forced row policy, or on the short list of global ones', async () => {
  const open =
    await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not (relrowsecurity and relforcerowsecurity) order by 1`);
  expect(open.filter((name) => !GLOBAL_TABLES.includes(name))).toEqual([]);
});

test('every tenant table has the policy for requests', async () => {
  expect(
    await names(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
     and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_wall'
       and pg_get_expr(p.polqual, p.polrelid) like '%app.tenant_id%' and pg_get_expr(p.polwithcheck, p.polrelid) like '%app.tenant_id%')`),
  ).toEqual([]);
});

test('the tenant comes first in every primary and unique key of a tenant table', async () => {
  const wrong = await names(`select c.relname || '.' || i.relname as name from pg_index x
     join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and x.indisunique and a.attname <> 'tenant_id'`);
  expect(wrong.toSorted()).toEqual([
    // The tenant is in it, at its end: an index that begins as the primary key does would be taken in its place.
    'device_session.device_session_imei_ordinal_tenant_id_key',
  ]);
});

test('no foreign key between tenant tables leaves the tenant out', async () => {
  expect(
    await names(`select conname as name from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relrowsecurity and t.relrowsecurity and t.relname <> 'tenant'
      and not exists (select 1 from pg_attribute a where a.attrelid = f.oid and a.attnum = any (k.conkey) and a.attname = 'tenant_id')`),
  ).toEqual([]);
});

test('no id is a number that can be counted up', async () => {
  expect(
    await names("select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'"),
  ).toEqual([]);
});

test('requests may add audit rows but never rewrite them', async () => {
  const { rows } = await catalogue.query(
    "select has_table_privilege('app', 'audit_row', 'insert') as adds, has_table_privilege('app', 'audit_row', 'update') as updates, has_table_privilege('app', 'audit_row', 'delete') as deletes",
  );
  expect(rows[0]).toEqual({ adds: true, updates: false, deletes: false });
});

test('inside a tenant nothing of another one is seen, through the handle or past it', async () => {
  const seen = await database.read('71', async (db) => {
    const throughHandle = await db.selectFrom('outbox').select('name').execute();
    const aliased = await db
      .selectFrom('outbox as o')
      .leftJoin('outbox as p', 'p.id', 'o.id')
      .select('p.name')
      .execute();
    return [...throughHandle, ...aliased].map((row) => row.name);
  });
  expect(new Set(seen)).toEqual(new Set(['canary-71']));
  const pastHandle = await database.write(
    '71',
    async (_db, client) => (await client.query('/* names no tenant */ select name from outbox')).rows,
  );
  expect(pastHandle).toEqual([{ name: 'canary-71' }]);
});

test('a foreign row cannot be written, changed or deleted', async () => {
  const foreignInsert = database.write('71', (_db, client) =>
    client.query('insert into outbox (tenant_id, id, name, payload) values (72, $1, $2, $3)', [
      newId(),
      'smuggled',
      '{}',
    ]),
  );
  await expect(foreignInsert).rejects.toMatchObject({ code: '42501' });
  await database.write('71', async (db, client) => {
    await db.updateTable('outbox').set({ name: 'changed' }).where('name', '=', 'canary-72').execute();
    await client.query("/* names no tenant */ delete from outbox where name = 'canary-72'");
  });
  const left = await database.acrossTenants('look', (db) =>
    db.selectFrom('outbox').select('name').where('tenant_id', '=', 72).execute(),
  );
  expect(left).toEqual([{ name: 'canary-72' }]);
});

test('work inside a tenant without a tenant is an error, never everything', async () => {
  await expect(database.read('', (db) => db.selectFrom('outbox').selectAll().execute())).rejects.toThrow('No tenant');
  await expect(database.read("1'; drop table outbox; --", async () => 1)).rejects.toThrow('No tenant');
});

test('a deadlock is repeated and happens once; the fourth in a row is an answer of its own', async () => {
  let tries = 0;
  await database.write('71', async (db, client) => {
    await db.insertInto('outbox').values({ id: newId(), name: 'once', payload: '{}' }).execute();
    tries += 1;
    if (tries < 3) await client.query("do $$ begin raise exception using errcode = '40P01'; end $$");
  });
  const { rows } = await catalogue.query("select count(*)::int as n from outbox where name = 'once'");
  expect({ tries, rows }).toEqual({ tries: 3, rows: [{ n: 1 }] });
  const always = database.write('71', (_db, client) =>
    client.query("do $$ begin raise exception using errcode = '40001'; end $$"),
  );
  await expect(always).rejects.toMatchObject({ code: 'server.busy' });
});
