import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AbandonedWork, type Database, openDatabase } from '#platform/database/server/database.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';

let url: string;
let admin: pg.Client;
let database: Database;
beforeAll(async () => {
  url = await cloneDatabase();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  database = openDatabase(url, () => undefined);
});
afterAll(async () => {
  await database.close();
  await admin.end();
});

const terminateOthers = () =>
  admin.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  );
const anAttempt = (name: string) => ({
  insert: (meanwhile: () => Promise<unknown>) =>
    database.write('1000', async (db) => {
      await db.insertInto('outbox').values({ id: crypto.randomUUID(), name, payload: '{}' }).execute();
      await meanwhile();
      await db.selectFrom('outbox').select('id').execute();
    }),
  kept: async () => (await admin.query('select 1 from outbox where name = $1', [name])).rows.length,
});

test('a connection that dies between two statements of a transaction ends that call with 503, and nothing else', async () => {
  const { insert, kept } = anAttempt('cut');
  expect(await problemOf(insert(terminateOthers))).toBe('server.unavailable');
  expect(await kept()).toBe(0);
  expect(await problemOf(database.read('1000', (db) => db.selectFrom('outbox').select('id').execute()))).toBe('done');
});

test('a connection that dies under a running statement ends that call with 503', async () => {
  const slow = database.read('1000', (db) => sql`select pg_sleep(20)`.execute(db));
  const asked = problemOf(slow);
  for (let cut = 0; cut === 0; ) {
    const { rows } = await admin.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()",
    );
    cut = rows.length;
  }
  expect(await asked).toBe('server.unavailable');
});

test('connections that died at rest are replaced without anybody noticing', async () => {
  const ask = () => database.read('1000', (db) => db.selectFrom('outbox').select('id').execute());
  await Promise.all(Array.from({ length: 8 }, ask));
  await terminateOthers();
  // the pool notices it a little later: a call before that is answered "try again"
  for (let i = 0; i < 20 && (await problemOf(ask())) !== 'done'; i++);
  expect(await problemOf(Promise.all(Array.from({ length: 8 }, ask)))).toBe('done');
});

test('a read-only database refuses changes with 503, answers reads, and takes changes again afterwards', async () => {
  const { insert, kept } = anAttempt('read-only');
  const name = new URL(url).pathname.slice(1);
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await terminateOthers();
  const fresh = openDatabase(url, () => undefined);
  // a write transaction says so itself; what stands here is what a standby answers
  expect(
    await problemOf(
      fresh.write('1000', async (db) => {
        await sql`set transaction read only`.execute(db);
        await db.insertInto('outbox').values({ id: crypto.randomUUID(), name: 'x', payload: '{}' }).execute();
      }),
    ),
  ).toBe('server.unavailable');
  expect(await problemOf(fresh.read('1000', (db) => db.selectFrom('outbox').select('id').execute()))).toBe('done');
  await fresh.close();
  await admin.query('set default_transaction_read_only = off');
  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  await terminateOthers();
  for (let i = 0; i < 20 && (await problemOf(insert(async () => undefined))) !== 'done'; i++);
  expect(await kept()).toBe(1);
});

test.each(['53100', '53200', '53300'])('a database without room (%s) ends that call with 503', async (code) => {
  const raised = sql.raw(`$$ begin raise exception 'no room' using errcode = '${code}'; end $$`);
  expect(await problemOf(database.write('1000', (db) => sql`do ${raised}`.execute(db)))).toBe('server.unavailable');
});

test.each(['40001', '40P01'])('a conflict (%s) is tried again, and its effect happens once', async (code) => {
  let tries = 0;
  await database.write('1000', async (db) => {
    await db
      .insertInto('outbox')
      .values({ id: crypto.randomUUID(), name: `conflict ${code}`, payload: '{}' })
      .execute();
    if (++tries < 4)
      await sql`do ${sql.raw(`$$ begin raise exception 'conflict' using errcode = '${code}'; end $$`)}`.execute(db);
  });
  expect(tries).toBe(4);
  expect((await admin.query('select 1 from outbox where name = $1', [`conflict ${code}`])).rows).toHaveLength(1);
});

test('a fourth conflict in a row is answered with 503 and leaves nothing', async () => {
  let tries = 0;
  const work = database.write('1000', async (db) => {
    tries += 1;
    await db.insertInto('outbox').values({ id: crypto.randomUUID(), name: 'hopeless', payload: '{}' }).execute();
    await sql`do ${sql.raw("$$ begin raise exception 'conflict' using errcode = '40001'; end $$")}`.execute(db);
  });
  expect(await problemOf(work)).toBe('server.busy');
  expect(tries).toBe(4);
  expect((await admin.query("select 1 from outbox where name = 'hopeless'")).rows).toHaveLength(0);
});

test('what work that was given up says later reaches no other transaction', async () => {
  const late = Promise.withResolvers<unknown>();
  const given = Promise.withResolvers<void>();
  const work = database.write('1000', async (db) => {
    void given.promise
      .then(() => db.insertInto('outbox').values({ id: crypto.randomUUID(), name: 'late', payload: '{}' }).execute())
      .then(late.resolve, late.reject);
    throw new AbandonedWork('passed its limit');
  });
  await expect(work).rejects.toThrow(AbandonedWork);
  const others = Promise.all(
    Array.from({ length: 8 }, () => database.write('1000', (db) => sql`select pg_sleep(0.1)`.execute(db))),
  );
  given.resolve();
  await expect(late.promise).rejects.toThrow();
  await others;
  expect((await admin.query("select 1 from outbox where name = 'late'")).rows).toEqual([]);
});

test('a database that is away is reported within its limit, and found again without a restart', async () => {
  const name = new URL(url).pathname.slice(1);
  const elsewhere = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await elsewhere.connect();
  await admin.end();
  await elsewhere.query(`alter database ${name} with allow_connections false`);
  await elsewhere.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
  const ask = () => problemOf(database.read('1000', (db) => db.selectFrom('outbox').select('id').execute()));
  // the first may still hold a connection that does not know that it is dead
  const answers = [await ask(), await ask(), await ask()];
  expect(answers).not.toContain('done');
  expect(answers.at(-1)).toBe('server.unavailable');
  expect(await problemOf(database.ping())).toBe('server.unavailable');
  await elsewhere.query(`alter database ${name} with allow_connections true`);
  await elsewhere.end();
  expect(await ask()).toBe('done');
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
