import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPgBouncer, startPgBouncer } from '#platform/testing/pgbouncer.ts';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { checkServer, faultOfVersion } from './check-server.ts';
import { checkRoles } from './migrate.ts';

let url: string;
let admin: pg.Client;
beforeAll(async () => {
  url = await cloneDatabase();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
afterAll(() => admin.end());

/** A cluster has settings and logins of its own. */
const isPlain = !process.env['TEST_CITUS'];

test.runIf(isPlain)('a server that would lose what it has acknowledged is refused', async () => {
  // the cluster of the tests is such a one: its data may be lost
  await expect(checkServer(url)).rejects.toThrow(
    /^The PostgreSQL server cannot be used: fsync is off, and must be on; full_page_writes is off, .* must be on\.$/,
  );
});

const pgbouncer = findPgBouncer();
describe.runIf(isPlain && pgbouncer)('PgBouncer', () => {
  test.each([
    ['as it is installed', ''],
    ['with startup parameters ignored', 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'],
  ])('%s is refused: it shares a connection among transactions', async (_title, ignored) => {
    const pooler = await startPgBouncer(pgbouncer!, url, ignored);
    try {
      await expect(checkServer(pooler.url)).rejects.toThrow(
        /^DATABASE_URL leads to a pooler such as PgBouncer: .* itself\.$/,
      );
    } finally {
      await pooler.stop();
    }
  });
});

test('a database that cannot hold every letter is refused', async () => {
  const name = `ascii_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
  const other = new URL(url);
  other.pathname = name;
  await expect(checkServer(other.href)).rejects.toThrow('server_encoding is SQL_ASCII, and must be UTF8');
  await admin.query(`drop database ${name}`);
});

test.each([
  [150_013, false],
  [150_014, true],
  [160_009, false],
  [160_010, true],
  [170_005, false],
  [170_006, true],
  [180_000, true],
  [140_020, false],
])('version %i: good enough %s', (version, good) => {
  expect(faultOfVersion(version).length === 0).toBe(good);
});

test('roles that row policies bind are accepted', async () => {
  await checkRoles(url);
});

test('a role that owns a table of the schema is refused, because policies would not bind it', async () => {
  await admin.query('create table of_the_wrong_owner (id int)');
  await admin.query('grant create on schema public to app');
  await admin.query('alter table of_the_wrong_owner owner to app');
  await expect(checkRoles(url)).rejects.toThrow('Database role app owns tables of the schema');
  await admin.query('drop table of_the_wrong_owner');
  await admin.query('revoke create on schema public from app');
  await checkRoles(url);
});
