import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { shardsOf } from '#platform/database/server/distribute.ts';
import { beginOneMoment } from '#platform/database/server/one-moment.ts';
import { DURABLE_JOB_TABLES, JOB_SCHEMA } from '#platform/jobs/server/job-tables.ts';
import {
  BackupProblem,
  type Beginning,
  type Ending,
  keyOf,
  type TableContent,
  type TableShape,
} from './backup-format.ts';

export interface DatabaseDump {
  readonly facts: Pick<Beginning, 'migrations' | 'jobTables' | 'shards' | 'tables'>;
  /** Copies all rows as of the moment when the dump was opened; each piece is given away before the next one is read. */
  copy(give: (table: TableShape, piece: Buffer) => Promise<void>): Promise<Pick<Ending, 'tables' | 'sequences'>>;
  close(): Promise<void>;
}

/** Of each table at most this much is held in memory. */
const PIECE_BYTES = 4 * 1_048_576;

/** One snapshot of everything; servers go on reading and writing meanwhile. */
export async function openDump(databaseUrl: string): Promise<DatabaseDump> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'console backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await beginOneMoment(client, databaseUrl);
    return await dumpOf(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function dumpOf(client: pg.Client): Promise<DatabaseDump> {
  await client.query("set local app.backup = 'on'");
  await insistOnAllRows(client);
  const { rows: migrations } = await client.query<{ name: string }>('select name from schema_migration order by name');
  const tables = await tablesOf(client);
  return {
    facts: {
      migrations: migrations.map(({ name }) => name),
      jobTables: await jobTablesVersion(client),
      shards: await shardsOf(client),
      tables,
    },
    copy: async (give) => {
      const copied: Record<string, TableContent> = {};
      for (const table of tables) copied[keyOf(table)] = await copyTable(client, table, give);
      return { tables: copied, sequences: await sequencesOf(client) };
    },
    close: () => client.end(),
  };
}

/** A table that the login cannot read whole would be empty in the backup, and nobody would see it before the restore. */
async function insistOnAllRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_roles r on r.rolname = current_user
      where c.relkind in ('r', 'p') and not c.relispartition and c.relforcerowsecurity and not r.rolsuper and not r.rolbypassrls
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup_reads' and r.oid = any(p.polroles))`,
  );
  if (rows.length === 0) return;
  throw new BackupProblem(
    `The database was not made ready for backups (${rows[0]?.name}). Start this version once, and with the same login.`,
  );
}

async function copyTable(
  client: pg.Client,
  table: TableShape,
  give: (table: TableShape, piece: Buffer) => Promise<void>,
): Promise<TableContent> {
  const digest = createHash('sha256');
  // as a query, which row policies filter and partitions answer like tables
  const stream = client.query(copyTo(`copy (select ${columnList(table)} from ${nameOf(table)}) to stdout`));
  let held: Buffer[] = [];
  let size = 0;
  let rows = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    digest.update(chunk);
    rows += linesIn(chunk);
    held.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    await give(table, Buffer.concat(held));
    held = [];
    size = 0;
  }
  if (size > 0) await give(table, Buffer.concat(held));
  return { rows, digest: digest.digest('hex') };
}

const NEWLINE = 0x0a;

/** Each row is one line. The stream's own count may come after its end, and a good backup would be refused for it. */
function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

export const nameOf = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

export const columnList = ({ columns }: Pick<TableShape, 'columns'>): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Every table with rows of ours; generated columns make themselves anew. */
async function tablesOf(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname as schema, c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and (n.nspname = 'public' and c.relname <> 'schema_migration' or n.nspname = $1 and c.relname = any($2))
      order by 1, 2`,
    [JOB_SCHEMA, DURABLE_JOB_TABLES],
  );
  return rows;
}

async function sequencesOf(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; next: string }>(
    `select sequencename as name, coalesce(last_value + increment_by, start_value) as next
       from pg_sequences where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, next }) => [name, Number(next)]));
}

export async function jobTablesVersion(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query('select from pg_tables where schemaname = $1 and tablename = $2', [
    JOB_SCHEMA,
    'version',
  ]);
  if (rows.length === 0) return null;
  const found = await client.query<{ version: number }>(`select version from ${JOB_SCHEMA}.version`);
  return found.rows[0]?.version ?? null;
}
