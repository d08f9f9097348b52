import { createHash, type Hash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { checkRowSecurity, isCoordinator, planMove, preparePlaces } from '#platform/database/server/distribute.ts';
import { migrate, migrationNames } from '#platform/database/server/migrate.ts';
import { unbind } from '#platform/database/server/unbind-tables.ts';
import { DURABLE_JOB_TABLES, JOB_SCHEMA, makeJobTables } from '#platform/jobs/server/job-tables.ts';
import {
  BackupProblem,
  type Beginning,
  type Ending,
  keyOf,
  type TableContent,
  type TableShape,
} from './backup-format.ts';
import { columnList, jobTablesVersion, nameOf } from './dump-database.ts';

export interface DatabaseLoad {
  /** Takes pieces of one table after the other, which it is given by schema and name. */
  take(table: string, piece: Buffer): Promise<void>;
  /** Compares what came with what was written, and keeps it. */
  finish(ending: Pick<Ending, 'tables' | 'sequences'>): Promise<void>;
  /** Leaves the database as empty as it was. */
  giveUp(): Promise<void>;
}

/**
 * Makes the tables as they were when the backup was made and fills them in one transaction; the next start brings them up
 * to date. Refuses a database that is in use, and a backup of a newer product.
 */
export async function openLoad(databaseUrl: string, beginning: Beginning): Promise<DatabaseLoad> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'console restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await insistOnEmpty(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  try {
    await prepareTables(client, databaseUrl, beginning);
    const filling = await beginFilling(client, beginning.shards);
    return loadInto(client, new Map(beginning.tables.map((table) => [keyOf(table), table])), filling);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    await emptyDatabase(client).finally(() => client.end());
    throw error;
  }
}

async function insistOnEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  if (rows.length > 0) throw new BackupProblem('The database is not empty: a backup is restored into an empty one.');
}

/** Only ever a database that was empty: what stands in it is what this restore has made. */
async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${JOB_SCHEMA} cascade`);
  // not the schema: what an extension has there would take the extension along
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %s cascade', kind, name) as statement
      from (select case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as kind, oid::regclass::text as name, oid
              from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and not relispartition
            union all
            select 'function', oid::regprocedure::text, oid from pg_proc where pronamespace = 'public'::regnamespace) as made
     where not exists (select from pg_depend where objid = made.oid and deptype = 'e')`);
  for (const { statement } of rows) await client.query(statement);
}

async function prepareTables(client: pg.Client, databaseUrl: string, beginning: Beginning): Promise<void> {
  const known = await migrationNames();
  const missing = beginning.migrations.filter((name) => !known.includes(name));
  if (missing.length > 0) {
    throw new BackupProblem(`The backup was made by a newer version: this one does not know ${missing.join(', ')}.`);
  }
  const wanted = new Set(beginning.migrations);
  await migrate(databaseUrl, undefined, (name) => wanted.has(name));
  if (beginning.jobTables === null) return;
  await makeJobTables(databaseUrl);
  const version = await jobTablesVersion(client);
  if (version !== beginning.jobTables) {
    throw new BackupProblem(
      `The job queue of the backup has version ${beginning.jobTables}, here it is ${version}: restore with the version of the product that made the backup, and update then.`,
    );
  }
}

function loadInto(client: pg.Client, shapes: ReadonlyMap<string, TableShape>, filling: Filling): DatabaseLoad {
  const loaded = new Map<string, TableContent>();
  let current: { table: string; stream: CopyStreamQuery; digest: Hash } | undefined;

  const begin = async (table: string) => {
    await end();
    const shape = shapes.get(table);
    if (!shape || loaded.has(table)) throw new BackupProblem(`The backup has rows of ${table} where none belong.`);
    const stream = client.query(copyFrom(`copy ${nameOf(shape)} (${columnList(shape)}) from stdin`));
    // told by the write that fails, or by the end
    stream.on('error', () => undefined);
    current = { table, stream, digest: createHash('sha256') };
    return current;
  };
  const end = async (): Promise<void> => {
    if (!current) return;
    const { table, stream, digest } = current;
    current = undefined;
    stream.end();
    await finished(stream);
    loaded.set(table, { rows: stream.rowCount, digest: digest.digest('hex') });
  };

  return {
    take: async (table, piece) => {
      const { stream, digest } = current?.table === table ? current : await begin(table);
      digest.update(piece);
      await new Promise<void>((done, failed) => stream.write(piece, (error) => (error ? failed(error) : done())));
    },
    finish: async ({ tables, sequences }) => {
      await end();
      for (const [table, { rows, digest }] of Object.entries(tables)) {
        const found = loaded.get(table) ?? NOTHING;
        if (found.rows !== rows || found.digest !== digest) {
          throw new BackupProblem(`The rows of ${table} are not those that were written: the backup is damaged.`);
        }
      }
      for (const [name, next] of Object.entries(sequences)) {
        await client.query('select setval($1::regclass, $2, false)', [`public.${pg.escapeIdentifier(name)}`, next]);
      }
      await filling.finish();
      await client.query('analyze');
      await client.end();
    },
    giveUp: async () => {
      current?.stream.destroy();
      await client.query('rollback').catch(() => undefined);
      await emptyDatabase(client).finally(() => client.end());
    },
  };
}

const NOTHING: TableContent = { rows: 0, digest: createHash('sha256').digest('hex') };

interface Filling {
  /** References, triggers and row policies are in force again, and all is kept. */
  finish(): Promise<void>;
}

/**
 * Begins the transaction that takes rows in any order: references, triggers and row policies wait until all are there. The
 * references are checked when they come back. What lay on several machines does so again, where there are some.
 */
async function beginFilling(client: pg.Client, shards: number | null): Promise<Filling> {
  const { rows: tables } = await client.query<{ name: string; holds_back: boolean }>(
    `select c.oid::regclass::text as name, c.relforcerowsecurity and not r.rolsuper and not r.rolbypassrls as holds_back
       from pg_class c join pg_roles r on r.rolname = current_user
      where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
        and (c.relnamespace = 'public'::regnamespace
             or c.relnamespace = to_regnamespace($1) and c.relname = any($2))`,
    [JOB_SCHEMA, DURABLE_JOB_TABLES],
  );
  const names = tables.map(({ name }) => name);
  const isSpread = shards !== null && (await isCoordinator(client));
  if (isSpread) await preparePlaces(client, shards);
  await client.query('begin');
  const unbound = await unbind(client, names);
  // what migrations and the queue have put there
  await client.query(`truncate ${names.join(', ')}`);
  const guarded = tables.filter(({ holds_back }) => holds_back);
  for (const { name } of guarded) await client.query(`alter table ${name} no force row level security`);
  const move = isSpread ? await planMove(client) : undefined;
  await move?.run();
  return {
    finish: async () => {
      await unbound.putBack(move?.holds);
      for (const { name } of guarded) await client.query(`alter table ${name} force row level security`);
      await client.query('commit');
      if (move) await checkRowSecurity(client);
    },
  };
}
