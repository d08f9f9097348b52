import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, type TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { seePeople, withPeople } from './reach-people.ts';
import { THIS_TENANT } from './tenant-filter.ts';

const NO_RIGHT = '42501';
const OURS = '71';
const THEIRS = '72';
const ids = { [OURS]: newId(), [THEIRS]: newId() };
let admin: pg.Client;
let database: Database;
beforeAll(async () => {
  const url = await cloneDatabase();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  database = openDatabase(url, () => undefined);
  for (const [tenant, id] of Object.entries(ids)) {
    const account = `kari-${tenant}`;
    await admin.query('insert into tenant (tenant_id, name) values ($1, $2)', [tenant, account]);
    await admin.query(
      `insert into staff_user (id, username, username_key, realname, work_no, password_hash) values ($1, $2::text, $2::text, 'Kari', $2::text, 'secret')`,
      [id, account],
    );
    await admin.query('insert into membership (tenant_id, user_id) values ($1, $2)', [tenant, id]);
  }
});
afterAll(async () => {
  await database.close();
  await admin.end();
});

const people = async (db: TenantDb): Promise<unknown[]> =>
  (await db.selectFrom('tenant_user').select('username').orderBy('username').execute()).map(({ username }) => username);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('a request sees people only where it says so, and those of its tenant alone', async () => {
  expect(await codeOf(database.read(OURS, people))).toBe(NO_RIGHT);
  const seen = await database.read(OURS, async (db) => {
    await seePeople(db);
    const { rows } = await sql`/* names no tenant */ select username from tenant_user`.execute(db);
    return [await people(db), rows];
  });
  expect(seen).toEqual([['kari-71'], [{ username: 'kari-71' }]]);
  // the next user of the connection has to say it again
  expect(await codeOf(database.read(OURS, people))).toBe(NO_RIGHT);
});

test('what it sees of people has no secret and is not to be changed, and accounts stay out of its reach', async () => {
  const seen = (text: string) =>
    database.write(OURS, async (db, client) => {
      await seePeople(db);
      return JSON.stringify((await client.query(text)).rows);
    });
  for (const text of ['select * from person', 'select * from tenant_user where tenant_id = 71']) {
    expect(await seen(text)).toContain('kari-71');
    expect(await seen(text)).not.toContain('secret');
  }
  for (const text of [
    'select password_hash from staff_user',
    'select * from staff_user',
    "update person set realname = ''",
  ])
    expect(await codeOf(seen(text)), text).toBe(NO_RIGHT);
  // on a cluster what the view shows is read from the table too (`showPeople` of `distribute.ts`)
  if (!process.env['TEST_CITUS']) expect(await codeOf(seen('select id from staff_user'))).toBe(NO_RIGHT);
});

test('names of people are read beside rows of any tenant, on whatever machine it lies', async () => {
  // of a cluster some lie on the coordinator, as people do
  const tenants = Array.from({ length: 16 }, (_, at) => String(at + 80));
  for (const tenant of tenants) {
    await admin.query("insert into tenant (tenant_id, name) values ($1, 'Many')", [tenant]);
    await admin.query('insert into membership (tenant_id, user_id) values ($1, $2)', [tenant, ids[OURS]]);
  }
  for (const tenant of tenants) {
    const named = await database.read(tenant, async (db) => {
      await seePeople(db);
      const { rows } =
        await sql`select (select u.realname from tenant_user u where u.tenant_id = ${THIS_TENANT} and u.id = m.user_id) as name
        from membership m where m.tenant_id = ${THIS_TENANT}`.execute(db);
      return rows;
    });
    expect(named, tenant).toEqual([{ name: 'Kari' }]);
  }
});

test('people are seen and their accounts changed behind a change of the same transaction', async () => {
  const id = newId();
  const seen = await database.write(OURS, async (db) => {
    await withPeople(db, (accounts) =>
      accounts
        .insertInto('staff_user')
        .values({
          id,
          username: 'nils',
          username_key: 'nils',
          realname: 'Nils',
          work_no: 'nils',
          password_hash: '',
        } as never)
        .execute(),
    );
    await db
      .insertInto('membership')
      .values({ user_id: id } as never)
      .execute();
    await sql`select raise_permission_version(${[id]}::uuid[])`.execute(db);
    await seePeople(db);
    const before = await people(db);
    await withPeople(db, (accounts) =>
      accounts.updateTable('staff_user').set({ username: 'ola' }).where('id', '=', id).execute(),
    );
    return [before, await people(db)];
  });
  expect(seen).toEqual([
    ['kari-71', 'nils'],
    ['kari-71', 'ola'],
  ]);
});
