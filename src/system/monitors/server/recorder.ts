import { cpus, hostname, release, type } from 'node:os';
import { sql } from 'kysely';
import type { Gauge } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { RouteCounts } from '#platform/observability/server/request-log.ts';
import type { Figures } from '../contract/figures.ts';
import type { RouteFigures, ServerStatus } from '../contract/monitor.ts';
import { AWAY_AFTER_MS, KEPT_MS, READING_EVERY_MS } from '../contract/periods.ts';
import { addBuckets } from '../rules/quantile.ts';
import { grownBy } from '../rules/route-window.ts';
import { ProcessMeter } from './process-figures.ts';

const MOST_REQUESTS = 100;
const MOST_ROUTES = 30;
const MOST_STATEMENTS = 20;
const SNAPSHOT_EVERY_MS = 60_000;

/** Says every few seconds what this server measured, where the others and the monitor pages can read it. */
export class Recorder {
  readonly serverId = newId();
  readonly #services: Services;
  readonly #meter: ProcessMeter;
  #at = performance.now();
  #before: RouteCounts = empty();
  /** Counts by route, a minute apart, for what came in the last ten. */
  #snapshots: { at: number; routes: ReadonlyMap<string, RouteCounts> }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** The newest figures, for calls about this server alone. */
  newest: Figures | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#meter = new ProcessMeter(services.config.dataDir);
  }

  start(): void {
    const say = (): void => void this.say();
    say();
    this.#timer = setInterval(say, READING_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    this.#meter.stop();
    await this.#services.database
      .acrossTenants('this server is no longer there', (db) =>
        db.deleteFrom('server_status').where('server_id', '=', this.serverId).execute(),
      )
      .catch(() => undefined);
  }

  /** One at a time: a slow database is not asked the more. A database that is away is reported elsewhere. */
  say(): Promise<void> {
    this.#writing ??= this.#write()
      .catch((error) => this.#services.log.debug({ err: error }, 'figures of this server'))
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const figures = await this.look();
    const status = JSON.stringify(this.status());
    await this.#services.database.acrossTenants('what this server says of itself', async (db) => {
      await db
        .insertInto('server_status')
        .values({ server_id: this.serverId, status })
        .onConflict((conflict) => conflict.column('server_id').doUpdateSet({ status, seen_at: sql<Date>`now()` }))
        .execute();
      await db
        .insertInto('server_reading')
        .values({ server_id: this.serverId, figures: JSON.stringify(figures) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const kept = sql<Date>`now() - make_interval(secs => ${KEPT_MS / 1_000})`;
      await db.deleteFrom('server_reading').where('at', '<', kept).execute();
      await db.deleteFrom('server_status').where('seen_at', '<', kept).execute();
      const here = sql<Date>`now() - make_interval(secs => ${AWAY_AFTER_MS / 1_000})`;
      const { running } = await db
        .selectFrom('server_status')
        .select((of) => of.fn.countAll<string>().as('running'))
        .where('seen_at', '>', here)
        .executeTakeFirstOrThrow();
      // what a tenant may ask is shared out among them
      this.#services.servers.running = Math.max(1, Number(running));
    });
  }

  async look(): Promise<Figures> {
    const { database, requests } = this.#services;
    const now = performance.now();
    const ms = Math.max(1, now - this.#at);
    this.#at = now;
    const all = totalOf(requests.routes);
    const grown = grownBy(all, this.#before) ?? empty();
    this.#before = all;
    const pools = database.poolFigures();
    const figures: Figures = {
      ms,
      requests: grown.count,
      clientErrors: grown.clientErrors,
      serverErrors: grown.serverErrors,
      buckets: [...grown.buckets],
      requestsEver: all.count,
      inFlight: await this.#gauge('http_requests_in_flight'),
      connections: await this.#gauge('http_connections'),
      ...(await this.#meter.look()),
      poolUsed: sum(pools, ({ open, idle }) => open - idle),
      poolOpen: sum(pools, ({ open }) => open),
      poolWaiting: sum(pools, ({ waiting }) => waiting),
      devicesWaiting: await this.#gauge('device_messages_waiting'),
    };
    this.newest = figures;
    return figures;
  }

  status(): ServerStatus {
    const { config, database, requests, statements } = this.#services;
    const processors = cpus();
    const { node, v8, openssl, uv } = process.versions;
    return {
      name: `${hostname()}:${config.port}`,
      processId: process.pid,
      startedAt: new Date(performance.timeOrigin).toISOString(),
      versions: { node, v8, openssl, uv },
      platform: `${type()} ${release()}`,
      cpuModel: processors[0]?.model ?? '',
      cpus: processors.length,
      dataDir: config.dataDir,
      pools: [...database.poolFigures()],
      requests: requests
        .newestFirst()
        .slice(0, MOST_REQUESTS)
        .map(({ at, ms, ...request }) => ({ ...request, at: new Date(at).toISOString(), ms: tenths(ms) })),
      routes: this.#routes().slice(0, MOST_ROUTES),
      statements: statements
        .heaviestFirst()
        .slice(0, MOST_STATEMENTS)
        .map(({ lastAt, ...statement }) => ({ ...statement, lastAt: new Date(lastAt).toISOString() })),
    };
  }

  /** What each route had in the last ten minutes, those first that took most time. */
  #routes(): RouteFigures[] {
    const now = performance.now();
    const { routes } = this.#services.requests;
    const last = this.#snapshots.at(-1);
    if (!last || now - last.at >= SNAPSHOT_EVERY_MS) {
      const copy = new Map([...routes].map(([key, counts]) => [key, { ...counts, buckets: [...counts.buckets] }]));
      this.#snapshots.push({ at: now, routes: copy });
      this.#snapshots = this.#snapshots.filter(({ at }) => at >= now - KEPT_MS - SNAPSHOT_EVERY_MS);
    }
    const oldest = this.#snapshots[0];
    // a server that is younger than ten minutes has all of its counts in them
    const before = oldest && now - oldest.at >= KEPT_MS ? oldest.routes : undefined;
    return [...routes]
      .flatMap(([key, counts]) => {
        const grown = grownBy(counts, before?.get(key));
        const [method = '', route = ''] = key.split(' ');
        return grown ? [{ method, route, ...grown, ms: tenths(grown.ms), buckets: [...grown.buckets] }] : [];
      })
      .sort((a, b) => b.ms - a.ms);
  }

  async #gauge(name: string): Promise<number> {
    const gauge = this.#services.metrics.getSingleMetric(name) as Gauge | undefined;
    const value = (await gauge?.get())?.values[0]?.value ?? 0;
    return Math.max(0, Math.round(value));
  }
}

const empty = (): RouteCounts => ({ count: 0, clientErrors: 0, serverErrors: 0, ms: 0, buckets: [] });
const tenths = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10);
const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

function totalOf(routes: ReadonlyMap<string, RouteCounts>): RouteCounts {
  const all = empty();
  let buckets: number[] = [];
  for (const counts of routes.values()) {
    all.count += counts.count;
    all.clientErrors += counts.clientErrors;
    all.serverErrors += counts.serverErrors;
    all.ms += counts.ms;
    buckets = addBuckets(buckets, counts.buckets);
  }
  return { ...all, buckets };
}
