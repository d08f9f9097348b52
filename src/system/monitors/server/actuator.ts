import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Disks, HttpTrace, KeysSize, MemoryInfo, Metric, RedisInfo } from '../contract/actuator.ts';
import type { Figures } from '../contract/figures.ts';
import { readDatabase } from './read-database.ts';
import type { Recorder } from './recorder.ts';

type Answer<Schema extends z.ZodType> = z.output<Schema>;
type RecorderOf = (context: RequestContext) => Recorder;

interface Measured {
  readonly figures: Figures;
  /** Staff sessions that are open. */
  readonly sessions: () => Promise<number>;
  readonly errors: () => number;
  readonly ms: () => number;
}

const ofBoth = (count: number, seconds: number) => [
  { statistic: 'COUNT', value: count },
  { statistic: 'TOTAL_TIME', value: seconds },
];
const value = (figure: number) => [{ statistic: 'VALUE', value: figure }];
const count = (figure: number) => [{ statistic: 'COUNT', value: figure }];
const MILLION = 1_000_000;

/** Names of the older console that mean something here (settled 32), each with what it is fed by. */
const METRICS: Readonly<
  Record<string, (measured: Measured) => Metric['measurements'] | Promise<Metric['measurements']>>
> = {
  'jvm.memory.max': ({ figures }) => value(figures.heapLimit),
  'jvm.memory.committed': ({ figures }) => value(figures.heapHeld),
  'jvm.memory.used': ({ figures }) => value(figures.heapUsed),
  'jvm.buffer.memory.used': ({ figures }) => value(figures.external),
  'jvm.gc.pause': ({ figures }) => ofBoth(figures.gcRuns, figures.gcMs / 1_000),
  'nodejs.eventloop.delay': ({ figures }) => [
    { statistic: 'P50', value: figures.loopDelayP50Ms / 1_000 },
    { statistic: 'P99', value: figures.loopDelayP99Ms / 1_000 },
  ],
  'nodejs.eventloop.utilization': ({ figures }) => value(figures.loopBusy / MILLION),
  'nodejs.handles': ({ figures }) => value(figures.handles),
  'process.start.time': () => value(performance.timeOrigin / 1_000),
  'process.uptime': () => value(process.uptime()),
  'process.cpu.usage': ({ figures }) => value(Math.min(1, figures.ownCpu / MILLION / availableParallelism())),
  'process.memory.resident': ({ figures }) => value(figures.resident),
  'system.cpu.count': () => value(availableParallelism()),
  'system.cpu.usage': ({ figures }) => value(figures.cpu / MILLION),
  'system.load.average.1m': ({ figures }) => value(figures.load),
  'disk.total': ({ figures }) => value(figures.diskTotal),
  'disk.free': ({ figures }) => value(figures.diskFree),
  'http.server.requests': ({ figures, ms }) => ofBoth(figures.requestsEver, ms() / 1_000),
  'tomcat.global.request': ({ figures, ms }) => ofBoth(figures.requestsEver, ms() / 1_000),
  'tomcat.global.error': ({ errors }) => count(errors()),
  'tomcat.threads.busy': ({ figures }) => value(figures.inFlight),
  'tomcat.connections.current': ({ figures }) => value(figures.connections),
  'tomcat.sessions.active.current': async ({ sessions }) => value(await sessions()),
  'hikaricp.connections': ({ figures }) => value(figures.poolOpen),
  'hikaricp.connections.active': ({ figures }) => value(figures.poolUsed),
  'hikaricp.connections.pending': ({ figures }) => value(figures.poolWaiting),
};

/** The last requests of this server (settled 31). */
export async function httpTrace(context: RequestContext): Promise<Answer<typeof HttpTrace>> {
  requireRoot(context);
  return {
    traces: context.services.requests.newestFirst().map(({ at, method, route, status, ms }) => ({
      timestamp: new Date(at).toISOString(),
      timeTaken: Math.round(ms),
      request: { method, uri: route },
      response: { status },
    })),
  };
}

export async function metricNames(context: RequestContext): Promise<{ names: string[] }> {
  requireRoot(context);
  return { names: Object.keys(METRICS).sort() };
}

/** One figure of this server. */
export const oneMetric =
  (recorder: RecorderOf) =>
  async (context: RequestContext, { name }: { name: string }): Promise<Metric> => {
    requireRoot(context);
    const measure = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
    if (!measure) raise('monitor.metric-unknown', { name });
    const routes = [...context.services.requests.routes.values()];
    const own = recorder(context);
    const measured: Measured = {
      figures: own.newest ?? (await own.look()),
      sessions: () => openSessions(context),
      errors: () => routes.reduce((sum, { serverErrors }) => sum + serverErrors, 0),
      ms: () => routes.reduce((sum, { ms }) => sum + ms, 0),
    };
    return { name, measurements: await measure(measured) };
  };

async function openSessions(context: RequestContext): Promise<number> {
  const row = await context.identity((db) =>
    db
      .selectFrom('staff_session')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('expires_at', '>', context.now())
      .executeTakeFirstOrThrow(),
  );
  return row.count;
}

/** The table of the older cache page, about PostgreSQL. */
export async function redisInfo(context: RequestContext): Promise<Answer<typeof RedisInfo>> {
  const found = await readDatabase(context, {});
  const zh = context.language === 'zh-CN';
  const row = (key: string, figure: string | number, en: string, chinese: string) => ({
    key,
    value: String(figure),
    description: zh ? chinese : en,
  });
  const active = found.connections.reduce((sum, one) => sum + one.active + one.idle + one.inTransaction, 0);
  const jobs = found.queues.reduce((sum, one) => sum + one.waiting, 0);
  return [
    row('server_version', found.version, 'Version of PostgreSQL', 'PostgreSQL 版本'),
    row('database_size', found.bytes, 'Bytes of the database', '数据库字节数'),
    row('cache_hit_ratio', (found.cacheHits ?? 0) / MILLION, 'Share of blocks found in memory', '内存命中的数据块比例'),
    row('connected_clients', active, 'Open connections', '已打开的连接数'),
    row('maxclients', found.mostConnections, 'Most connections that may be open', '允许的最大连接数'),
    row('transactions_committed', found.commits, 'Transactions that were committed', '已提交的事务数'),
    row('transactions_rolled_back', found.rollbacks, 'Transactions that were rolled back', '已回滚的事务数'),
    row('deadlocks', found.deadlocks, 'Deadlocks', '死锁次数'),
    row('jobs_waiting', jobs, 'Jobs that are due and wait', '到期等待执行的任务数'),
    row('events_waiting', found.outbox.waiting, 'Facts that wait for their subscribers', '等待订阅者处理的事件数'),
  ];
}

export async function keysSize(context: RequestContext): Promise<Answer<typeof KeysSize>> {
  requireRoot(context);
  const { rows } = await context.services.database.acrossTenants('how much is kept in the queue', (db) =>
    sql<{
      size: number;
    }>`select (select count(*) from pgboss.job where state < 'completed') + (select count(*) from outbox)
      as size`.execute(db),
  );
  return { dbSize: rows[0]?.size ?? 0, create_time: context.now().getTime() };
}

export async function memoryInfo(context: RequestContext): Promise<Answer<typeof MemoryInfo>> {
  requireRoot(context);
  const { rows } = await context.identity((db) =>
    sql<{ bytes: string }>`select pg_size_bytes(current_setting('shared_buffers'))::text as bytes`.execute(db),
  );
  return { used_memory: rows[0]?.bytes ?? '0', create_time: context.now().getTime() };
}

/** The disk that holds the files of the tenants, and here also the embedded database. */
export const disks =
  (recorder: RecorderOf) =>
  async (context: RequestContext): Promise<Answer<typeof Disks>> => {
    requireRoot(context);
    const own = recorder(context);
    const { diskTotal, diskFree } = own.newest ?? (await own.look());
    const used = diskTotal === 0 ? 0 : Math.round(((diskTotal - diskFree) / diskTotal) * 100);
    return [{ name: 'DATA_DIR', max: diskTotal, rest: diskFree, restPPT: Math.min(100, Math.max(0, used)) }];
  };
