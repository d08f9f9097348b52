import { sql } from 'kysely';
import type pg from 'pg';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { DEAD_LETTERS } from '#platform/jobs/server/jobs.ts';
import { normalisedStatement } from '#platform/observability/rules/normalised-statement.ts';
import { SLOW_STATEMENT_MS } from '#platform/observability/server/slow-statements.ts';
import type { DatabaseFigures, FailingJob, OfServer, SlowStatement } from '../contract/monitor.ts';
import { shownError } from '../rules/shown-error.ts';
import { slowStatementsOf } from './read-servers.ts';

const MOST_TABLES = 12;
const MOST_STATEMENTS = 20;
const MOST_FAILING = 30;

/** Cache and queue: everything is PostgreSQL (product.md 88, "Redis page"). */
export async function readDatabase(context: RequestContext, { serverId }: OfServer): Promise<DatabaseFigures> {
  requireRoot(context);
  const { database } = context.services;
  const counted = await database
    .acrossTenants('statements that took long', (_, client) => statementsOfDatabase(client))
    .catch(() => undefined);
  return database.acrossTenants('figures of cache and queue', async (db, client) => {
    const figures = {
      ...(await ofDatabase(db)),
      tables: await largestTables(db),
      queues: await queues(db),
      outbox: await outbox(db),
      failing: await failingJobs(db),
      statements: (counted ?? (await slowStatementsOf(db, serverId))).slice(0, MOST_STATEMENTS),
      statementsOfDatabase: counted !== undefined,
    };
    // sessions of other roles are shown to the login alone
    await client.query('reset role');
    return { ...figures, connections: await connections(db) };
  });
}

async function ofDatabase(db: PlatformDb) {
  const { rows } = await sql<{
    version: string;
    bytes: number;
    hits: number;
    reads: number;
    commits: number;
    rollbacks: number;
    deadlocks: number;
    started_at: Date;
    most: number;
  }>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
            blks_hit as hits, blks_read as reads, xact_commit as commits, xact_rollback as rollbacks, deadlocks,
            pg_postmaster_start_time() as started_at, current_setting('max_connections')::int as most
       from pg_stat_database where datname = current_database()`.execute(db);
  const { version, bytes, hits, reads, commits, rollbacks, deadlocks, started_at, most } = rows[0]!;
  return {
    ...{ version, bytes, commits, rollbacks, deadlocks },
    cacheHits: hits + reads === 0 ? null : Math.round((hits / (hits + reads)) * 1_000_000),
    startedAt: started_at.toISOString(),
    mostConnections: most,
  };
}

async function largestTables(db: PlatformDb): Promise<DatabaseFigures['tables']> {
  const { rows } = await sql<{ table: string; bytes: number; rows: number }>`
    select c.relname as "table", pg_total_relation_size(c.oid) as bytes, greatest(c.reltuples, 0)::float8 as rows
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by 2 desc limit ${MOST_TABLES}`.execute(db);
  return rows;
}

async function connections(db: PlatformDb): Promise<DatabaseFigures['connections']> {
  const { rows } = await sql<DatabaseFigures['connections'][number]>`
    select coalesce(nullif(application_name, ''), '–') as program,
           count(*) filter (where state = 'active') as active,
           count(*) filter (where state = 'idle') as idle,
           count(*) filter (where state like 'idle in transaction%') as "inTransaction"
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
     group by 1 order by 1`.execute(db);
  return rows;
}

async function queues(db: PlatformDb): Promise<DatabaseFigures['queues']> {
  const { rows } = await sql<DatabaseFigures['queues'][number]>`
    select name as queue,
           count(*) filter (where state = 'created' and start_after <= now()) as waiting,
           count(*) filter (where state = 'created' and start_after > now()) as later,
           count(*) filter (where state = 'active') as active,
           count(*) filter (where state = 'retry') as retrying,
           greatest(coalesce(extract(epoch from now() - min(start_after)
             filter (where state in ('created', 'retry') and start_after <= now())), 0), 0)::float8 as "oldestSeconds"
      from pgboss.job where state in ('created', 'retry', 'active') and name <> ${DEAD_LETTERS}
     group by name order by 6 desc, 2 desc, 1`.execute(db);
  return rows;
}

async function outbox(db: PlatformDb): Promise<DatabaseFigures['outbox']> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select count(*) as waiting, greatest(coalesce(extract(epoch from now() - min(created_at)), 0), 0)::float8 as oldest
      from outbox`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
}

interface Failed {
  queue: string;
  given_up: boolean;
  count: number;
  tenants: number;
  last_at: Date;
  next_at: Date | null;
  output: unknown;
}

/** Jobs that are tried again, and those that were given up, by queue. */
async function failingJobs(db: PlatformDb): Promise<FailingJob[]> {
  const { rows } = await sql<Failed>`
    select case when name = ${DEAD_LETTERS} then coalesce(source_name, name) else name end as queue,
           name = ${DEAD_LETTERS} as given_up, count(*) as count, count(distinct group_id) as tenants,
           max(coalesce(completed_on, started_on, created_on)) as last_at,
           min(start_after) filter (where state = 'retry') as next_at,
           (array_agg(coalesce(output, source_output) order by coalesce(completed_on, started_on, created_on) desc))[1] as output
      from pgboss.job
     where state = 'retry' or (name = ${DEAD_LETTERS} and state in ('created', 'retry'))
     group by 1, 2 order by 2 desc, 3 desc limit ${MOST_FAILING}`.execute(db);
  return rows.map(({ queue, given_up, count, tenants, last_at, next_at, output }) => ({
    ...{ queue, givenUp: given_up, count, tenants },
    lastAt: last_at.toISOString(),
    nextAt: given_up || next_at === null ? null : next_at.toISOString(),
    error: shownError(output),
  }));
}

/** What `pg_stat_statements` counted, where it is there and readable; a transaction of its own, because it may fail. */
async function statementsOfDatabase(client: pg.PoolClient): Promise<SlowStatement[] | undefined> {
  const there = await client.query("select from pg_extension where extname = 'pg_stat_statements'");
  if (there.rowCount === 0) return undefined;
  await client.query('reset role');
  const { rows } = await client.query<{ query: string; calls: number; total: number; most: number }>(
    `select query, sum(calls)::int8 as calls, sum(total_exec_time) as total, max(max_exec_time) as most
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query <> '<insufficient privilege>'
      group by query having max(max_exec_time) >= $1 order by 3 desc limit $2`,
    [SLOW_STATEMENT_MS, MOST_STATEMENTS],
  );
  return rows.map(({ query, calls, total, most }) => ({
    text: normalisedStatement(query),
    count: calls,
    ms: total,
    maxMs: most,
    lastAt: null,
  }));
}
