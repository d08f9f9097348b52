import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { Problem } from '#platform/problems/server/raise.ts';
import { boundKysely, tenantKysely } from './bound-kysely.ts';
import { isPipelined, openPools, type PoolFigures, type PoolName, type Pools } from './pools.ts';
import type { Tables } from './tables.gen.ts';
import type { StatementTimed } from './time-statements.ts';

/** Inside one tenant: every statement on a tenant table is restricted to it, by the handle and by row policies. */
export type TenantDb = Kysely<Tables> & { readonly inTenant?: true };
/** The listed cross-tenant and global tables; nothing is added to its statements. */
export type PlatformDb = Kysely<Tables> & { readonly inTenant?: false };

/** A finished statement; it names its tenant itself. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Hands over a statement whose answer is not awaited: it is sent together with the commit, in the order of the calls. */
export type AtEnd = (statement: Statement) => void;

export interface Database {
  /** One read-only transaction inside a tenant. */
  read<T>(tenantId: string, work: (db: TenantDb) => Promise<T>, pool?: PoolName): Promise<T>;
  /** One transaction inside a tenant, repeated on deadlock or serialization failure: pure database work only. */
  write<T>(
    tenantId: string,
    work: (db: TenantDb, client: pg.PoolClient, atEnd: AtEnd) => Promise<T>,
    pool?: PoolName,
  ): Promise<T>;
  /** A transaction on the global tables of people, sessions and installation (security 3.1). */
  identity<T>(work: (db: PlatformDb, client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** One statement of the identity service, without a transaction: the session look-up of every request. */
  identityQuery<Row>(statement: Statement): Promise<Row[]>;
  /** Work across tenants; the reason is for the reader and the log (security 3.8). */
  acrossTenants<T>(
    reason: string,
    work: (db: PlatformDb, client: pg.PoolClient) => Promise<T>,
    pool?: PoolName,
  ): Promise<T>;
  dedicatedClient(): pg.Client;
  poolFigures(): readonly PoolFigures[];
  /** How many callers wait for a connection of the pool of people's requests. */
  waiting(): number;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The work of a transaction was given up while it still runs: its connection is closed instead of used again, so that a
 * late statement finds no other transaction to run in.
 */
export class AbandonedWork extends Error {}

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 4;
const TENANT_ID = /^[1-9]\d{0,17}$/;

/** Opens no connection yet. `onError` receives errors of idle connections. */
export function openDatabase(url: string, onError: (error: Error) => void, timed?: StatementTimed): Database {
  const pools: Pools = openPools(url, onError, timed);

  async function connect(name: PoolName): Promise<pg.PoolClient> {
    try {
      return await pools.get(name).connect();
    } catch (error) {
      throw unavailable(error);
    }
  }

  async function inTransaction<T>(
    name: PoolName,
    begin: readonly string[],
    work: (client: pg.PoolClient, atEnd: AtEnd) => Promise<T>,
    readsOnly = false,
  ): Promise<T> {
    const pipelined = isPipelined(name);
    for (let attempt = 1; ; attempt++) {
      const client = await connect(name);
      let broken: Error | undefined;
      try {
        const last: Statement[] = [];
        const begun = pipelined ? Promise.all(begin.map((text) => client.query(text))) : inOrder(client, begin);
        if (pipelined) begun.catch(() => undefined);
        else await begun;
        const result = await work(client, (statement) => last.push(statement));
        await begun;
        // a reader has nothing to lose at its end: the next user of the connection queries behind it
        if (readsOnly && pipelined) client.query('commit').catch(() => undefined);
        else await commit(client, last, pipelined);
        return result;
      } catch (error) {
        if (error instanceof AbandonedWork) {
          broken = error;
          throw error;
        }
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        const code = (error as { code?: string }).code;
        if (code === undefined || !RETRYABLE.has(code)) throw translate(error);
        if (attempt === MAX_ATTEMPTS) throw new Problem('server.busy', {}, { cause: error, retryAfterSeconds: 1 });
      } finally {
        client.release(broken);
      }
      await sleep(10 + Math.random() * 40 * attempt);
    }
  }

  /** A statement that fails makes the commit behind it a rollback, so all of them may travel at once. */
  async function commit(client: pg.PoolClient, last: readonly Statement[], pipelined: boolean): Promise<void> {
    const statements = [...last.map((statement) => ({ ...statement, values: [...statement.values] })), 'commit'];
    if (!pipelined) {
      for (const statement of statements) await client.query(statement as pg.QueryConfig);
      return;
    }
    const answers = await Promise.allSettled(statements.map((statement) => client.query(statement as pg.QueryConfig)));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * Begin, role and tenant are sent at once, where the pool does not wait for answers; both end with the transaction. A coordinator
   * reaches its workers as the role, so that one is set by a function, which is not told to them; the tenant is told, which wants
   * a `set local` by itself (decision 107). The id is checked to be digits, because this text cannot bind values.
   */
  function beginInside(tenantId: string, mode: 'read only' | 'read write'): string[] {
    if (!TENANT_ID.test(tenantId)) throw new Error('No tenant: work inside a tenant needs one (security 3.9)');
    return [`begin ${mode}; select set_config('role', 'app', true)`, `set local app.tenant_id = '${tenantId}'`];
  }

  return {
    read: async (tenantId, work, pool = 'interactive') =>
      inTransaction(
        pool,
        beginInside(tenantId, 'read only'),
        (client) => work(tenantKysely<Tables>(client, tenantId)),
        true,
      ),
    write: async (tenantId, work, pool = 'interactive') =>
      inTransaction(pool, beginInside(tenantId, 'read write'), (client, atEnd) =>
        work(tenantKysely<Tables>(client, tenantId), client, atEnd),
      ),
    identity: (work) => inTransaction('identity', ['begin'], (client) => work(boundKysely<Tables>(client), client)),
    identityQuery: async <Row>(statement: Statement) => {
      const client = await connect('identity');
      let broken: Error | undefined;
      try {
        const result = await client.query({ ...statement, values: [...statement.values] });
        return result.rows as Row[];
      } catch (error) {
        const translated = translate(error);
        if (translated instanceof Problem) broken = error as Error;
        throw translated;
      } finally {
        client.release(broken);
      }
    },
    acrossTenants: (_reason, work, pool = 'background') =>
      inTransaction(pool, ["begin; select set_config('role', 'platform', true)"], (client) =>
        work(boundKysely<Tables>(client), client),
      ),
    dedicatedClient: () => pools.dedicated(),
    poolFigures: () => pools.figures(),
    waiting: () => pools.get('interactive').waitingCount,
    ping: async () => {
      const client = await connect('identity');
      await client.query('select 1').finally(() => client.release());
    },
    close: () => pools.end(),
  };
}

async function inOrder(client: pg.PoolClient, texts: readonly string[]): Promise<void> {
  for (const text of texts) await client.query(text);
}

/** Lost connections, a full pool, a full disk and a read-only server are the installation's trouble: 503, nothing half done. */
function translate(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  const lost =
    code.startsWith('08') ||
    code.startsWith('53') ||
    code.startsWith('57P') ||
    ['25006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code);
  if (
    lost ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(String((error as Error).message))
  ) {
    return unavailable(error);
  }
  if (code === '55P03' || code === '57014')
    return new Problem('server.busy', {}, { cause: error, retryAfterSeconds: 1 });
  return error;
}

function unavailable(cause: unknown): Problem {
  return cause instanceof Problem ? cause : new Problem('server.unavailable', {}, { cause, retryAfterSeconds: 2 });
}
