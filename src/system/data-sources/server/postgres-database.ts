import type pg from 'pg';
import type Cursor from 'pg-cursor';
import {
  type Batch,
  type Cell,
  CONNECT_MS,
  checkedSocket,
  MOST_CONNECTIONS,
  type OpenDatabase,
  type ReadLimits,
  ROWS_AT_ONCE,
  type Target,
} from './open-database.ts';
import { SourceTimeout } from './source-trouble.ts';

/** A network that is slow on top of a statement. */
const GRACE_MS = 2_000;
const IDLE_MS = 30_000;

const NUMBERS: ReadonlySet<number> = new Set([21, 23, 700, 701]);
const [BOOLEAN, TIMESTAMPTZ] = [16, 1184];
/** Exact texts, but for what any file holds as a number or a time: the server's own readers are set for its own tables. */
const types = {
  getTypeParser: (type: number) => (text: string) => {
    if (NUMBERS.has(type)) return Number(text);
    if (type === BOOLEAN) return text === 't';
    return type === TIMESTAMPTZ ? timeOf(text) : text;
  },
};

/** `infinity` and times before our era stay the texts that they are. */
function timeOf(text: string): Date | string {
  const time = new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
  return Number.isNaN(time.getTime()) ? text : time;
}

export async function openPostgres(target: Target): Promise<OpenDatabase> {
  const [{ default: driver }, { default: PgCursor }] = await Promise.all([import('pg'), import('pg-cursor')]);
  const pool = new driver.Pool({
    host: target.host.replace(/^\[|\]$/g, ''),
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password?.reveal() ?? '',
    stream: () => checkedSocket(target),
    ssl: target.tls === 'off' ? false : { rejectUnauthorized: target.tls === 'verify' },
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: target.connectMs ?? CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'console data source',
  });
  // the next read finds out
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));

  async function* read(sql: string, { maxRows, timeoutMs }: ReadLimits): AsyncGenerator<Batch> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const inTime = <T>(work: Promise<T>) =>
      within(timeoutMs + GRACE_MS, work, (error) => {
        broken = error;
      });
    let cursor: Cursor | undefined;
    try {
      await inTime(client.query(`begin transaction read only; set local statement_timeout = ${Math.trunc(timeoutMs)}`));
      cursor = client.query(new PgCursor(sql, [], { rowMode: 'array', types: types as never }));
      for (let left = maxRows; ; ) {
        const wanted = Math.min(ROWS_AT_ONCE, left + 1);
        const { columns, rows } = await inTime(next(cursor, wanted));
        const isCut = rows.length > left;
        yield { columns, rows: isCut ? rows.slice(0, left) : rows, isCut };
        left -= rows.length;
        if (isCut || rows.length < wanted) return;
      }
    } finally {
      // what was broken is closed, not used again
      if (!broken) {
        await inTime(Promise.resolve(cursor?.close()))
          .then(() => inTime(client.query('rollback')))
          .catch((error: Error) => {
            broken = error;
          });
      }
      client.release(broken);
    }
  }

  return {
    read,
    facts: async () => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin transaction read only');
        const { rows } = await client.query<{ version: string; writes: boolean; encrypted: boolean }>(FACTS);
        await client.query('rollback');
        const [found] = rows;
        return {
          serverVersion: `PostgreSQL ${found?.version ?? ''}`,
          mayWrite: found?.writes ?? true,
          isEncrypted: found?.encrypted ?? false,
        };
      } catch (error) {
        broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

const FACTS = `
  select current_setting('server_version') as version,
         exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
                    and has_table_privilege(c.oid, 'insert, update, delete')) as writes,
         coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`;

function next(cursor: Cursor, count: number): Promise<{ columns: string[]; rows: Cell[][] }> {
  return new Promise((done, fail) => {
    cursor.read(count, (error: Error | undefined, rows: Cell[][], result: pg.QueryResult) => {
      if (error) fail(error);
      else done({ columns: (result?.fields ?? []).map(({ name }) => name), rows });
    });
  });
}

async function within<T>(limitMs: number, work: Promise<T>, late: (error: Error) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      const error = new SourceTimeout();
      late(error);
      fail(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
