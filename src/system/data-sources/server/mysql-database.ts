import type { FieldPacket, Pool, PoolConnection } from 'mysql2';
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

export async function openMysql(target: Target): Promise<OpenDatabase> {
  const { default: driver } = await import('mysql2');
  const pool = driver.createPool({
    host: target.host.replace(/^\[|\]$/g, ''),
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password?.reveal() ?? '',
    stream: () => {
      const socket = checkedSocket(target);
      socket.connect(target.port, target.host.replace(/^\[|\]$/g, ''));
      return socket;
    },
    ...(target.tls === 'off'
      ? {}
      : { ssl: { rejectUnauthorized: target.tls === 'verify', verifyIdentity: target.tls === 'verify' } }),
    connectTimeout: target.connectMs ?? CONNECT_MS,
    connectionLimit: MOST_CONNECTIONS,
    maxIdle: MOST_CONNECTIONS,
    idleTimeout: IDLE_MS,
    queueLimit: 50,
    // one statement at a time, and no file of ours, whatever the other side asks for
    multipleStatements: false,
    flags: ['-LOCAL_FILES'],
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });

  async function* read(sql: string, { maxRows, timeoutMs }: ReadLimits): AsyncGenerator<Batch> {
    const connection = await connect(pool);
    let isDone = false;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      connection.destroy();
    }, timeoutMs + GRACE_MS);
    try {
      await limitTime(connection, timeoutMs);
      await ask(connection, 'START TRANSACTION READ ONLY');
      let columns: string[] = [];
      let rows: Cell[][] = [];
      let left = maxRows;
      const asked = connection.query({ sql, rowsAsArray: true });
      asked.on('fields', (fields: FieldPacket[]) => {
        columns = fields.map(({ name }) => name);
      });
      const stream = asked.stream({ highWaterMark: ROWS_AT_ONCE });
      // whoever stops in the middle closes the connection; the stream alone would wait for the rest
      stream.on('error', () => undefined);
      for await (const row of stream.iterator({ destroyOnReturn: false })) {
        if (left === 0) {
          yield { columns, rows, isCut: true };
          return;
        }
        left -= 1;
        rows.push((row as unknown[]).map(toCell));
        if (rows.length < ROWS_AT_ONCE) continue;
        yield { columns, rows, isCut: false };
        rows = [];
      }
      await ask(connection, 'ROLLBACK');
      isDone = true;
      yield { columns, rows, isCut: false };
    } catch (error) {
      throw isLate ? new SourceTimeout() : error;
    } finally {
      clearTimeout(timer);
      // an answer that was not read to its end would be read by the next one
      if (isDone) connection.release();
      else connection.destroy();
    }
  }

  return {
    read,
    facts: async () => {
      const connection = await connect(pool);
      try {
        await ask(connection, 'START TRANSACTION READ ONLY');
        const [[version] = []] = await ask(connection, 'SELECT VERSION()');
        const grants = (await ask(connection, 'SHOW GRANTS')).flat().map(String);
        await ask(connection, 'ROLLBACK');
        const encrypted = target.tls !== 'off';
        connection.release();
        return {
          serverVersion: `MySQL ${version ?? ''}`,
          mayWrite: grants.some(allowsWriting),
          isEncrypted: encrypted,
        };
      } catch (error) {
        connection.destroy();
        throw error;
      }
    },
    close: () => new Promise((done) => pool.end(() => done())),
  };
}

const WRITING = /\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|FILE|SUPER)\b/i;
const allowsWriting = (grant: string): boolean => WRITING.test(grant.split(/\bON\b/i)[0] ?? '');

function connect(pool: Pool): Promise<PoolConnection> {
  return new Promise((done, fail) => {
    pool.getConnection((error, connection) => (error ? fail(error) : done(connection)));
  });
}

function ask(connection: PoolConnection, sql: string): Promise<unknown[][]> {
  return new Promise((done, fail) => {
    connection.query({ sql, rowsAsArray: true, timeout: CONNECT_MS }, (error, rows) =>
      error ? fail(error) : done(Array.isArray(rows) ? (rows as unknown[][]) : []),
    );
  });
}

/** The two families name it differently, the oldest servers have neither: there the connection is closed when it is late. */
async function limitTime(connection: PoolConnection, timeoutMs: number): Promise<void> {
  const ours = `SET SESSION max_execution_time = ${Math.trunc(timeoutMs)}`;
  const theirs = `SET SESSION max_statement_time = ${timeoutMs / 1_000}`;
  await ask(connection, ours).catch((error: { code?: string }) => {
    if (error.code !== 'ER_UNKNOWN_SYSTEM_VARIABLE') throw error;
    return ask(connection, theirs).catch((other: { code?: string }) => {
      if (other.code !== 'ER_UNKNOWN_SYSTEM_VARIABLE') throw other;
    });
  });
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value : JSON.stringify(value);
}
