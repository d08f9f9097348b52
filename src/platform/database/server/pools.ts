import pg from 'pg';
import { gatherWrites } from './gather-writes.ts';
import { nameConstraints } from './name-constraints.ts';
import { type StatementTimed, timeStatements } from './time-statements.ts';

/** int8 columns hold amounts, counters and tenant ids: all below 2^53, checked so that none is ever rounded. */
const INT8 = 20;
pg.types.setTypeParser(INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`An int8 value beyond 2^53: ${text}`);
  return number;
});
/** Dates are tenant days, not instants: they stay text. */
const DATE = 1082;
pg.types.setTypeParser(DATE, (text) => text);

export type PoolName = 'interactive' | 'identity' | 'background' | 'bridge' | 'exports';

/** Separate pools, so that jobs, exports and devices cannot starve the people (security 15.3). */
const SIZES: Record<PoolName, number> = { interactive: 16, identity: 8, background: 8, bridge: 4, exports: 4 };

const ROLES: Partial<Record<PoolName, string>> = { identity: 'platform', bridge: 'platform', interactive: 'app' };

/** A coordinator of Citus tells its workers which tenant a transaction is in. Other servers keep the name and do nothing with it. */
const TELLS_WORKERS = '-c citus.propagate_set_commands=local';

/**
 * A plan that is kept is one of the table as it was then: while a young installation is small that reads all of it, and stays so long
 * after the table has grown. The statements of devices have names and lists of any length. In the background many rows are written at
 * once, and each is checked against the row that it refers to by a plan that PostgreSQL keeps.
 */
const PLANS: Partial<Record<PoolName, string>> = {
  bridge: '-c plan_cache_mode=force_custom_plan',
  background: '-c plan_cache_mode=force_custom_plan',
};

/** Whoever waits longer for another change gives up. On a cluster a worker is told with the role that it is reached as (`distribute`). */
export const LOCK_MS = 3_000;

/** A file is read through one cursor, and its statement lasts as long as the file is written (security 6.3). */
const STATEMENT_MS: Partial<Record<PoolName, number>> = { exports: 120_000 };

/** People are told soon that the server is busy; what nobody waits for rather comes late on a busy machine than fails and comes again. */
const CONNECT_MS: Record<PoolName, number> = {
  ...{ interactive: 2_000, identity: 2_000 },
  ...{ background: 10_000, bridge: 10_000, exports: 10_000 },
};

/**
 * Statements of people's requests are sent without waiting for the answer of the one before, where the code does not need
 * it: `begin` travels with the first question. Cursors cannot be read so, and belong into the background.
 */
export const isPipelined = (name: PoolName): boolean => name === 'interactive';

/** Connections of one pool at this moment. */
export interface PoolFigures {
  readonly pool: PoolName;
  /** As many as it may have. */
  readonly most: number;
  readonly open: number;
  /** Of the open ones. */
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

export interface Pools {
  get(name: PoolName): pg.Pool;
  /** Those that were needed so far. */
  figures(): readonly PoolFigures[];
  /** A connection outside of the pools, for LISTEN. */
  dedicated(): pg.Client;
  end(): Promise<void>;
}

export function openPools(url: string, onError: (error: Error) => void, timed?: StatementTimed): Pools {
  const pools = new Map<PoolName, pg.Pool>();
  const get = (name: PoolName): pg.Pool => {
    let pool = pools.get(name);
    if (!pool) {
      pool = new pg.Pool({
        connectionString: url,
        max: SIZES[name],
        connectionTimeoutMillis: CONNECT_MS[name],
        idleTimeoutMillis: 60_000,
        application_name: `console ${name}`,
        statement_timeout: STATEMENT_MS[name] ?? 15_000,
        lock_timeout: LOCK_MS,
        idle_in_transaction_session_timeout: 30_000,
        keepAlive: true,
        // The role is the whole connection's, from its start: single statements of these services need no transaction, and
        // a statement of a person that ran outside of one would find no tenant and be refused.
        options: [TELLS_WORKERS, ROLES[name] && `-c role=${ROLES[name]}`, PLANS[name]].filter(Boolean).join(' '),
        pipeline: isPipelined(name),
      });
      pool.on('error', onError);
      // The pool gets errors of its idle connections only: one that breaks between two statements of a transaction would
      // end the process. Its next statement fails and reports it.
      pool.on('connect', (client) => {
        client.on('error', () => undefined);
        nameConstraints(client);
        if (isPipelined(name)) gatherWrites(client);
        if (timed) timeStatements(client, timed);
      });
      pools.set(name, pool);
    }
    return pool;
  };
  return {
    get,
    figures: () =>
      [...pools].map(([pool, { totalCount, idleCount, waitingCount }]) => ({
        pool,
        most: SIZES[pool],
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    dedicated: () => {
      const client = new pg.Client({ connectionString: url, application_name: 'console listen', keepAlive: true });
      client.on('error', onError);
      return client;
    },
    end: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}
