import { collectDefaultMetrics, Gauge } from 'prom-client';
import * as z from 'zod';
import type { Services } from '#platform/context/server/services.ts';
import { newestMigration } from '#platform/database/server/migrate.ts';
import { type RawRoute, rawRoute } from '#platform/http/server/route.ts';
import { sameDigest, sha256 } from '#platform/secrets/server/secrets.ts';
import { watchWorkers } from './workers-away.ts';

export interface Readiness {
  draining: boolean;
}

const ReadyAnswer = z.strictObject({
  ready: z.boolean(),
  database: z.boolean(),
  draining: z.boolean(),
  broker: z.boolean(),
  /** Of a database on several machines: what their tenants ask fails, and that of others does not. */
  workersAway: z.array(z.int()),
});

const CACHE_MS = 1_000;

/** `/livez`, `/readyz` and `/metrics` (security 16.1, product.md 2). */
export function healthRoutes(readiness: Readiness): RawRoute[] {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let databaseAnswers = false;
  let asking: Promise<boolean> | undefined;

  const newest = newestMigration();
  const workersAway = watchWorkers();

  async function databaseReady(services: Services): Promise<boolean> {
    if (performance.now() - checkedAt <= CACHE_MS) return databaseAnswers;
    // one question for all who ask meanwhile: a slow database must not be asked the more
    asking ??= isMigrated(services)
      .catch(() => false)
      .then((answers) => {
        databaseAnswers = answers;
        checkedAt = performance.now();
        asking = undefined;
        return answers;
      });
    return asking;
  }

  /** A database that is newer is as good: the server before it runs on (security 18.1). */
  async function isMigrated({ database }: Services): Promise<boolean> {
    const found = await database.identityQuery({
      name: 'is-migrated',
      text: 'select 1 from schema_migration where name = $1',
      values: [await newest],
    });
    return found.length === 1;
  }

  return [
    rawRoute({
      method: 'GET',
      path: '/livez',
      openBecause: 'supervisors ask it without credentials',
      summary: 'The process answers',
      answers: { type: 'text/plain' },
      handle: async (_services, _request, reply) => reply.type('text/plain').send('ok'),
    }),
    rawRoute({
      method: 'GET',
      path: '/readyz',
      openBecause: 'load balancers ask it without credentials',
      summary: 'The server takes requests: database reachable and migrated, not stopping',
      answers: { orStatus: 503, schema: ReadyAnswer },
      handle: async (services, _request, reply) => {
        const database = await databaseReady(services);
        const ready = database && !readiness.draining;
        return reply.code(ready ? 200 : 503).send({
          ...{ ready, database, draining: readiness.draining, broker: services.broker.isUp },
          workersAway: database ? workersAway(services) : [],
        });
      },
    }),
    rawRoute({
      method: 'GET',
      path: '/metrics',
      openBecause: 'loopback callers, or any with the metrics token as bearer',
      summary: 'Prometheus text',
      answers: { type: 'text/plain' },
      handle: async (services, request, reply) => {
        const { metrics, metricsToken } = services.config;
        const bearer = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
        const allowed =
          (bearer !== undefined && metricsToken !== undefined && sameDigest(sha256(bearer), sha256(metricsToken))) ||
          ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
        if (!metrics || !allowed) return reply.callNotFound();
        return reply.type(services.metrics.contentType).send(await services.metrics.metrics());
      },
    }),
  ];
}

/** Gauges that are called as only counters may be; the same figures by type are there under the names without the end. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

export function collectProcessMetrics({ config, metrics }: Pick<Services, 'config' | 'metrics'>): void {
  if (!config.metrics) return;
  collectDefaultMetrics({ register: metrics });
  for (const name of MISNAMED) metrics.removeSingleMetric(name);
  new Gauge({
    name: 'process_memory_bytes',
    help: 'Resident memory, and what of it is whose: heap_used lives or waits for the collector, heap_held is what the runtime has taken for it, external are buffers outside of it, native is the rest (code, stacks, what the allocator keeps)',
    labelNames: ['kind'],
    registers: [metrics],
    collect() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      const kinds = { resident: rss, heap_used: heapUsed, heap_held: heapTotal, external };
      for (const [kind, bytes] of Object.entries(kinds)) this.set({ kind }, bytes);
      this.set({ kind: 'native' }, Math.max(0, rss - heapTotal - external));
    },
  });
}

/** The process observes itself to its end and holds the registry: of a stopped server nothing may hang on it. */
export function dropMetrics(metrics: Services['metrics']): void {
  metrics.clear();
}
