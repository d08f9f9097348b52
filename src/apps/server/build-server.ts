import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { alertCounter } from '#platform/alerts/server/raise-alert.ts';
import type { Config } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import { type Database, openDatabase } from '#platform/database/server/database.ts';
import { measurePools } from '#platform/database/server/pool-metrics.ts';
import type { DeviceBroker } from '#platform/device-gateway/server/device-broker.ts';
import { type EventDispatcher, startEventDispatcher } from '#platform/events/server/event-dispatcher.ts';
import { openFiles } from '#platform/files/server/open-files.ts';
import {
  collectProcessMetrics,
  dropMetrics,
  healthRoutes,
  type Readiness,
} from '#platform/health/server/health-routes.ts';
import type { Authenticators } from '#platform/http/server/authenticator.ts';
import { buildHttpServer } from '#platform/http/server/http-server.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import type { RawRoute } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { openJobs } from '#platform/jobs/server/jobs.ts';
import { openLiveHub } from '#platform/live/server/live-hub.ts';
import { openLog } from '#platform/observability/server/log.ts';
import { RequestLog } from '#platform/observability/server/request-log.ts';
import { SlowStatements } from '#platform/observability/server/slow-statements.ts';
import { openTraces } from '#platform/observability/server/traces.ts';
import { platformProblems } from '#platform/problems/contract/problem.ts';
import { loadProblemTexts } from '#platform/problems/server/problem-texts.ts';
import { openSecrets } from '#platform/secrets/server/secrets.ts';
import { type MovableClock, systemClock } from '#platform/time/server/clock.ts';
import { checkDeclarations } from './check-declarations.ts';
import { documentRoutes } from './document-routes.ts';

type Planner = (services: Services) => Promise<number>;

export interface ServerDeps {
  readonly config: Config;
  /** Owner of the schema: migrated already. */
  readonly databaseUrl: string;
  readonly masterKey: string;
  readonly slices: readonly ServerSlice[];
  readonly authenticators: Authenticators;
  readonly makeBroker: (config: Config, log: Logger) => DeviceBroker;
  /** Each performs what is due of one thing, such as a schedule, and answers how much ran. */
  readonly planners: readonly Planner[];
  readonly clock?: MovableClock;
  readonly log?: Logger;
  readonly checkResponses?: boolean;
  readonly extraRoutes?: (server: RunningDeps) => RawRoute[];
  /** Puts the built console's files on the server. */
  readonly addFiles?: (app: FastifyInstance) => Promise<void>;
  /** How long a stopping server waits for requests and jobs under way; 20 seconds unless said (security 16.2). */
  readonly finishMs?: number;
  /** How long one call may take; 30 seconds unless said (security 15.1). */
  readonly handlerLimitMs?: number;
}

export interface RunningDeps {
  readonly services: Services;
  /** Performs everything that is due: schedules, jobs, events; answers when idle. */
  readonly runDue: () => Promise<void>;
}

export interface ConsoleServer extends RunningDeps {
  readonly app: FastifyInstance;
  readonly readiness: Readiness;
  /** Work in the background: jobs, events, schedules, broker, live updates. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const PLAN_EVERY_MS = 1_000;
const FINISH_MS = 20_000;

/** Puts the programme together; the caller starts to listen. */
export async function buildServer(parts: ServerDeps): Promise<ConsoleServer> {
  const { config, slices } = parts;
  const log = parts.log ?? openLog(config.logLevel);
  const readiness: Readiness = { draining: false };
  const clock = parts.clock ?? systemClock();
  const metrics = new Registry();
  const statements = new SlowStatements();
  const database = openMeasured(parts.databaseUrl, { log, readiness, statements, clock, metrics });
  const jobs = openJobs(parts.databaseUrl, (error) => {
    if (!readiness.draining) log.warn({ err: error }, 'jobs');
  });
  const live = openLiveHub(database, log);
  const secrets = openSecrets(parts.masterKey, clock);
  const services: Services = {
    config,
    clock,
    database,
    log,
    jobs,
    live,
    secrets,
    files: openFiles({ config, database, secrets }),
    metrics,
    requests: new RequestLog(),
    servers: { running: 1 },
    statements,
    traces: openTraces(config.otlpEndpoint, log, metrics),
    broker: parts.makeBroker(config, log),
  };
  collectProcessMetrics(services);
  alertCounter(services);

  const problems = Object.assign({}, platformProblems, ...slices.map((slice) => slice.problems ?? {})) as Record<
    string,
    number
  >;
  const texts = loadProblemTexts();
  const routes = slices.flatMap((slice) => slice.routes ?? []);
  let dispatcher: EventDispatcher | undefined;
  const runDue = async (): Promise<void> => {
    for (;;) {
      const planned = await Promise.all(parts.planners.map((planDue) => planDue(services)));
      const performed = (await jobs.drain(services)) + ((await dispatcher?.drain()) ?? 0);
      if (performed === 0 && planned.every((count) => count === 0)) return;
    }
  };
  const documented: ServerSlice[] = [
    ...slices,
    { name: 'health', about: 'Asked by supervisors, balancers and Prometheus.', rawRoutes: healthRoutes(readiness) },
    {
      name: 'test-controls',
      about: 'A clock that can be moved; only for tests.',
      rawRoutes: parts.extraRoutes?.({ services, runDue }) ?? [],
    },
  ];
  const rawRoutes = [...documented.flatMap((slice) => slice.rawRoutes ?? []), ...documentRoutes(config, documented)];
  checkDeclarations(routes, rawRoutes, problems, texts);

  const app = buildHttpServer({
    services,
    authenticators: parts.authenticators,
    texts,
    rateLimit: rateLimiter(config.tenantRateLimit, undefined, () => services.servers.running),
    openRateLimit: rateLimiter(config.openRateLimit, undefined, () => services.servers.running),
    checkResponses: parts.checkResponses ?? false,
    routes,
    rawRoutes,
    problems,
    shedAtDelayMs: config.shedAtDelayMs,
    handlerLimitMs: parts.handlerLimitMs,
  });

  await parts.addFiles?.(app);
  app.addHook('preClose', async () => live.endStreams());

  const stops: (() => Promise<void>)[] = [];
  return {
    app,
    services,
    readiness,
    runDue,
    start: async () => {
      await jobs.start(
        services,
        slices.flatMap((slice) => slice.jobs ?? []),
      );
      stops.push(() => jobs.stop());
      dispatcher = startEventDispatcher(
        services,
        slices.flatMap((slice) => slice.subscriptions ?? []),
      );
      stops.push(() => dispatcher!.stop());
      await live.start();
      stops.push(() => live.stop());
      // The devices slice opens the broker: only then does anybody know the devices.
      stops.push(() => services.broker.close());
      for (const slice of slices) if (slice.start) stops.push(await slice.start(services));
      stops.push(startPlanning(parts.planners, services));
    },
    stop: async () => {
      readiness.draining = true;
      const limitMs = parts.finishMs ?? FINISH_MS;
      await Promise.all([finishRequests(app, limitMs), jobs.rest(limitMs)]);
      for (const stop of stops.reverse()) await stop().catch((error) => log.warn({ err: error }, 'while stopping'));
      await Promise.all([database.close(), services.traces.stop()]);
      dropMetrics(metrics);
    },
  };
}

interface Measuring {
  readonly log: Logger;
  readonly readiness: Readiness;
  readonly statements: SlowStatements;
  readonly clock: MovableClock;
  readonly metrics: Registry;
}

/** The database, whose slow statements are kept for the monitor pages. */
function openMeasured(url: string, { log, readiness, statements, clock, metrics }: Measuring): Database {
  const database = openDatabase(
    url,
    (error) => {
      // all of them break at once with their database, and where in the driver says nothing
      if (!readiness.draining) log.warn({ reason: error.message }, 'database connection');
    },
    (text, ms) => statements.note(text, ms, clock.now().getTime()),
  );
  measurePools(database, metrics);
  return database;
}

/** Looks what is due, at each planner as soon as its last look is over: none waits for what another runs. Answers how to stop. */
function startPlanning(planners: readonly Planner[], services: Services): () => Promise<void> {
  const looks = new Map<Planner, Promise<unknown>>();
  const look = (planDue: Planner): Promise<unknown> =>
    planDue(services)
      .catch((error) => services.log.warn({ err: error }, 'schedule planner'))
      .finally(() => looks.delete(planDue));
  const timer = setInterval(() => {
    for (const planDue of planners) if (!looks.has(planDue)) looks.set(planDue, look(planDue));
  }, PLAN_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(looks.values());
  };
}

/** No new connections; the requests under way are answered, and those that are not within the limit are cut off. */
async function finishRequests(app: FastifyInstance, limitMs: number): Promise<void> {
  // a connection is kept open after its last answer, for a next request that shall not come any more
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  const late = setTimeout(() => app.server.closeAllConnections(), limitMs);
  await app.close();
  clearInterval(idle);
  clearTimeout(late);
}
