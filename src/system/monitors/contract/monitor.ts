import * as z from 'zod';
import { Id, Instant } from '#platform/http/contract/fields.ts';
import { Figures } from './figures.ts';

const Count = z.int().min(0);
const Ms = z.number().min(0);

export const Pool = z.strictObject({ pool: z.string(), most: Count, open: Count, idle: Count, waiting: Count });

export const AnsweredRequest = z.strictObject({
  at: Instant,
  method: z.string(),
  /** The pattern of the route, never the address that was asked. */
  route: z.string(),
  status: z.int(),
  ms: Ms,
});

/** A route in the last ten minutes. */
export const RouteFigures = z.strictObject({
  method: z.string(),
  route: z.string(),
  count: Count,
  clientErrors: Count,
  serverErrors: Count,
  /** Of all its answers together. */
  ms: Ms,
  buckets: z.array(Count).max(20),
});
export type RouteFigures = z.infer<typeof RouteFigures>;

export const SlowStatement = z.strictObject({
  text: z.string(),
  count: Count,
  ms: Ms,
  maxMs: Ms,
  /** Null where the database itself counted. */
  lastAt: Instant.nullable(),
});
export type SlowStatement = z.infer<typeof SlowStatement>;

/** What a server says of itself, beside its figures. */
export const ServerStatus = z.strictObject({
  name: z.string(),
  processId: z.int(),
  startedAt: Instant,
  versions: z.strictObject({ node: z.string(), v8: z.string(), openssl: z.string(), uv: z.string() }),
  platform: z.string(),
  cpuModel: z.string(),
  cpus: Count,
  dataDir: z.string(),
  pools: z.array(Pool),
  requests: z.array(AnsweredRequest),
  routes: z.array(RouteFigures),
  statements: z.array(SlowStatement),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

/** All servers, or one of them. */
export const OfServer = z.strictObject({ serverId: Id.optional() });
export type OfServer = z.infer<typeof OfServer>;

export const MonitoredServer = ServerStatus.omit({ requests: true, routes: true, statements: true }).extend({
  id: Id,
  seenAt: Instant,
  /** Said nothing for several readings. */
  isAway: z.boolean(),
});
export type MonitoredServer = z.infer<typeof MonitoredServer>;

export const Reading = z.strictObject({ serverId: Id, at: Instant, figures: Figures });
export type Reading = z.infer<typeof Reading>;

export const ReadingsRequest = z.strictObject({
  /** Only what is newer. */
  since: Instant.optional(),
});
export type ReadingsRequest = z.infer<typeof ReadingsRequest>;

export const Readings = z.strictObject({
  /** The moment by the clock that the readings bear. */
  now: Instant,
  servers: z.array(MonitoredServer),
  readings: z.array(Reading),
});
export type Readings = z.infer<typeof Readings>;

const named = { serverId: Id, serverName: z.string() };
export const RequestsOfServers = z.array(AnsweredRequest.extend({ id: z.string(), ...named }));
export type RequestOfServer = z.infer<typeof RequestsOfServers>[number];

export const QueueFigures = z.strictObject({
  queue: z.string(),
  /** Due, and waiting for a worker. */
  waiting: Count,
  /** Due later. */
  later: Count,
  active: Count,
  /** Failed, and tried again. */
  retrying: Count,
  /** Seconds that the oldest due one has been waiting. */
  oldestSeconds: z.number().min(0),
});

export const FailingJob = z.strictObject({
  queue: z.string(),
  /** Given up for good, or still tried again. */
  givenUp: z.boolean(),
  count: Count,
  tenants: Count,
  lastAt: Instant,
  nextAt: Instant.nullable(),
  /** The words of the last failure, without values. */
  error: z.string(),
});
export type FailingJob = z.infer<typeof FailingJob>;

export const DatabaseFigures = z.strictObject({
  version: z.string(),
  bytes: z.number().min(0),
  /** Millionths of the blocks that were in memory already; null before the first. */
  cacheHits: z.int().min(0).nullable(),
  commits: z.number().min(0),
  rollbacks: z.number().min(0),
  deadlocks: z.number().min(0),
  startedAt: Instant,
  mostConnections: Count,
  connections: z.array(z.strictObject({ program: z.string(), active: Count, idle: Count, inTransaction: Count })),
  tables: z.array(z.strictObject({ table: z.string(), bytes: z.number().min(0), rows: z.number().min(0) })),
  queues: z.array(QueueFigures),
  /** Facts that wait for who hears them. */
  outbox: z.strictObject({ waiting: Count, oldestSeconds: z.number().min(0) }),
  statements: z.array(SlowStatement),
  /** Whether the database counts slow statements itself. */
  statementsOfDatabase: z.boolean(),
  failing: z.array(FailingJob),
});
export type DatabaseFigures = z.infer<typeof DatabaseFigures>;
