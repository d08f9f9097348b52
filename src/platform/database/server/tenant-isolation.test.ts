import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';

// Tenants are isolated twice, by the filter that the handle adds and by row policies; each holds alone (security 3.6).
const TENANTS = ['71', '72'];
let url: string;
let admin: pg.Client;
let database: Database;
beforeAll(async () => {
  url = await cloneDatabase();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  database = openDatabase(url, () => undefined);
  for (const tenant of TENANTS) {
    await admin.query('insert into tenant (tenant_id, name) values ($1, $2)', [tenant, `canary-${tenant}`]);
    await database.write(tenant, async (db) => {
      await db
        .insertInto('outbox')
        .values({ id: newId(), name: `canary-${tenant}`, payload: '{}' })
        .execute();
      await db
        .insertInto('spot')
        .values({ id: newId(), name: `canary-${tenant}` })
        .execute();
    });
  }
});
afterAll(async () => {
  await database.close();
  await admin.end();
});

test('a soak of mixed tenants on few connections shows no foreign row', async () => {
  const looks = Array.from({ length: 3_000 }, (_, index) => TENANTS[index % 2]!);
  const lanes = Array.from({ length: 20 }, async () => {
    for (let tenant = looks.pop(); tenant; tenant = looks.pop()) {
      const own = tenant;
      const rows = await database.read(own, async (db) => {
        const throughHandle = await db.selectFrom('spot').select('name').execute();
        const { rows: pastHandle } = await sql<{ name: string }>`/* names no tenant */ select name from outbox`.execute(
          db,
        );
        return [...throughHandle, ...pastHandle];
      });
      expect(rows.map(({ name }) => name)).toEqual([`canary-${own}`, `canary-${own}`]);
    }
  });
  await Promise.all(lanes);
}, 120_000);

test('a connection that goes back to the pool keeps no tenant', async () => {
  await database.write('71', async (db) => db.selectFrom('spot').select('id').execute());
  const { rows } = await database.acrossTenants(
    'look at the setting',
    (db) =>
      sql<{ tenant: string | null }>`select nullif(current_setting('app.tenant_id', true), '') as tenant`.execute(db),
    // the pool that has just been used for a tenant
    'interactive',
  );
  expect(rows).toEqual([{ tenant: null }]);
});

test('without policies the filter of the handle holds alone', async () => {
  const policies = await admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity",
  );
  for (const { name } of policies.rows) await admin.query(`alter table ${name} disable row level security`);
  try {
    const seen = await database.read('71', async (db) => [
      ...(await db.selectFrom('spot').select('name').execute()),
      ...(await db.selectFrom('outbox').select('name').execute()),
      ...(await db.selectFrom('spot').innerJoin('outbox', 'outbox.name', 'spot.name').select('spot.name').execute()),
      // every row with every row: what a join brings along is the tenant's too
      ...(await db
        .selectFrom('spot')
        .innerJoin('outbox', (join) => join.onTrue())
        .select('outbox.name')
        .execute()),
      ...(await db
        .with('all_spots', (of) => of.selectFrom('spot').select('name'))
        .selectFrom('all_spots')
        .selectAll()
        .execute()),
      ...(await db
        .selectFrom('outbox')
        .select('name')
        .where('name', 'in', (of) => of.selectFrom('spot').select('name'))
        .execute()),
    ]);
    expect(new Set(seen.map(({ name }) => name))).toEqual(new Set(['canary-71']));
    await database.write('71', async (db) => {
      await db.updateTable('spot').set({ address: 'changed' }).execute();
      await db.deleteFrom('outbox').where('name', '=', 'canary-72').execute();
    });
    const { rows } = await admin.query("select name from spot where address = 'changed'");
    expect(rows).toEqual([{ name: 'canary-71' }]);
    expect((await admin.query("select 1 from outbox where name = 'canary-72'")).rows).toHaveLength(1);
  } finally {
    for (const { name } of policies.rows) await admin.query(`alter table ${name} enable row level security`);
  }
});

test('without the filter of the handle the policies hold alone', async () => {
  await database.write('71', async (_db, client) => {
    expect((await client.query('/* names no tenant */ select name from spot')).rows).toEqual([{ name: 'canary-71' }]);
    await client.query("/* names no tenant */ update spot set address = 'past the handle'");
    await client.query('/* names no tenant */ delete from outbox');
  });
  const { rows } = await admin.query("select name from spot where address = 'past the handle'");
  expect(rows).toEqual([{ name: 'canary-71' }]);
  expect((await admin.query('select name from outbox')).rows).toEqual([{ name: 'canary-72' }]);
});

test('work inside a tenant is done by the role that policies bind, work across tenants by the other', async () => {
  const who = () => sql<{ role: string }>`select current_user as role`;
  expect((await database.read('71', (db) => who().execute(db))).rows).toEqual([{ role: 'app' }]);
  expect((await database.write('71', (db) => who().execute(db))).rows).toEqual([{ role: 'app' }]);
  expect((await database.acrossTenants('who am I', (db) => who().execute(db))).rows).toEqual([{ role: 'platform' }]);
});

test('views answer with the rights of the caller, functions with more rights fix their search path', async () => {
  const views =
    await admin.query(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    and not coalesce(reloptions::text like '%security_invoker=true%', false)
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`);
  // people, who belong to no tenant: it asks itself whether the transaction may see them (`reach-people.test.ts`)
  expect(views.rows).toEqual([{ relname: 'person' }]);
  const functions =
    await admin.query(`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
    and not coalesce(proconfig::text like '%search_path%', false)`);
  expect(functions.rows).toEqual([]);
});

test('connections are opened in the files of the platform that say so, and nowhere else', () => {
  const source = join(import.meta.dirname, '../../..');
  const openers = globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/') && !/\/test-[^/]+$/.test(file))
    .filter((file) => /new (pg\.)?(Pool|Client)\(|openPools/.test(readFileSync(join(source, file), 'utf8')));
  expect(openers.sort()).toEqual([
    'platform/backup/server/dump-database.ts',
    'platform/backup/server/load-database.ts',
    'platform/database/server/check-server.ts',
    'platform/database/server/database.ts',
    'platform/database/server/distribute.ts',
    'platform/database/server/embedded-postgres.ts',
    'platform/database/server/migrate.ts',
    'platform/database/server/one-moment.ts',
    'platform/database/server/pools.ts',
  ]);
});
