import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneDatabase } from '#platform/testing/test-database.ts';
import { until } from '#platform/testing/until.ts';
import { migrate } from './migrate.ts';

let url: string;
let other: pg.Client;
let folder: string;
beforeAll(async () => {
  url = await cloneDatabase();
  other = new pg.Client({ connectionString: url });
  await other.connect();
  folder = await mkdtemp(join(tmpdir(), 'console-migrations-'));
});
afterAll(async () => {
  await other.end();
  await rm(folder, { recursive: true });
});

/** Asked outside of a transaction, in which the answer would stay the same. */
const isWaiting = (client: pg.Client) =>
  until(async () => {
    const { rows } = await client.query(
      "select from pg_stat_activity where application_name = 'console migrate' and datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });

test('a migration that meets a transaction with its table waits three seconds at most, then tries again', async () => {
  await writeFile(join(folder, '30000101-0000-proof.sql'), 'create table proof (id integer);');
  await migrate(url, folder);
  await writeFile(join(folder, '30000101-0001-proof.sql'), 'alter table proof add column name text;');
  await other.query('begin; insert into proof (id) values (1)');
  const migrated = migrate(url, folder);
  const third = new pg.Client({ connectionString: url });
  await third.connect();
  await isWaiting(third);
  // whoever comes behind it gets through as soon as it gives up
  const began = performance.now();
  await third.query('insert into proof (id) values (2)');
  expect(performance.now() - began).toBeLessThan(4_500);
  await third.end();
  await other.query('commit');
  expect(await migrated).toEqual(['30000101-0001-proof.sql']);
  expect((await other.query('select id, name from proof order by id')).rows).toHaveLength(2);
});

test('one that is wrong is not tried again', async () => {
  await writeFile(join(folder, '30000101-0002-proof.sql'), 'alter table proof add column name text;');
  const began = performance.now();
  await expect(migrate(url, folder)).rejects.toThrow('30000101-0002-proof.sql failed');
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('a start that finds nothing new asks a few questions, however many migrations there are', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  expect(await migrate(url)).toEqual([]);
  const statements = asked.mock.calls.length;
  asked.mockRestore();
  expect(statements).toBeLessThan(12);
});

test('a file that was changed after it had been applied stops the start', async () => {
  const own = await mkdtemp(join(tmpdir(), 'console-migrations-'));
  await writeFile(join(own, '30000102-0000-proof.sql'), 'create table proof_of_change (id integer);');
  await migrate(url, own);
  await writeFile(join(own, '30000102-0000-proof.sql'), 'create table proof_of_change (id bigint);');
  await expect(migrate(url, own)).rejects.toThrow('30000102-0000-proof.sql was changed');
  await rm(own, { recursive: true });
});

test('one that was mended does not stop an installation which it ran on as it was', async () => {
  await other.query("update schema_migration set digest = $1 where name = '20261127-0400-customers-create.sql'", [
    '3447102392004e19979b894add42398c4788bb97b498a92db3a62ecd458af12a',
  ]);
  expect(await migrate(url)).toEqual([]);
});
