import { Writable } from 'node:stream';
import pg from 'pg';
import { migrate } from '#platform/database/server/migrate.ts';
import { makeJobTables } from '#platform/jobs/server/job-tables.ts';
import { emptyDatabase } from '#platform/testing/test-database.ts';
import { openDump } from './dump-database.ts';
import { writeBackup } from './write-backup.ts';

export async function takeBackup(databaseUrl: string, dataDir: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await writeBackup({ databaseUrl, dataDir, now: new Date() }, target);
  return Buffer.concat(chunks);
}

/** All rows of a database by table, in an order of their own: machines of a cluster answer in any. */
export async function rowsOf(databaseUrl: string) {
  const dump = await openDump(databaseUrl);
  const text: Record<string, string> = {};
  try {
    const { tables, sequences } = await dump.copy(async ({ name }, piece) => {
      text[name] = (text[name] ?? '') + piece.toString();
    });
    const lines = Object.entries(text).map(([name, content]) => [name, content.split('\n').sort()]);
    const counts: Record<string, number> = Object.fromEntries(
      Object.entries(tables).map(([name, { rows }]) => [name, rows]),
    );
    return { shards: dump.facts.shards, lines, counts, sequences };
  } finally {
    await dump.close();
  }
}

export async function tablesIn(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query("select from pg_tables where schemaname in ('public', 'pgboss')")).rows.length;
  } finally {
    await client.end();
  }
}

/** As it comes from its migrations, on one machine, with every reference. */
export async function oneMachine(): Promise<string> {
  const url = await emptyDatabase();
  await migrate(url);
  await makeJobTables(url);
  return url;
}

/** References, triggers and row policies that are in force. */
export async function boundsOf(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bound: string }>(`
      select c.oid::regclass || ' ' || pg_get_constraintdef(k.oid) || ' ' || convalidated as bound
        from pg_constraint k join pg_class c on c.oid = conrelid
        where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      union all select c.oid::regclass || ' ' || tgname || ' ' || tgenabled::text
        from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal
      union all select oid::regclass || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      order by 1`);
    return rows.map(({ bound }) => bound);
  } finally {
    await client.end();
  }
}
