import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Disks, HttpTrace, KeysSize, MemoryInfo, Metric, MetricNames, MetricRequest, RedisInfo } from './actuator.ts';
import { DatabaseFigures, OfServer, Readings, ReadingsRequest, RequestsOfServers, RouteFigures } from './monitor.ts';

/** The installation itself, whatever the tenant: the administrator's alone (settled 30). */
const read = { method: 'GET', scope: 'identity', permission: 'monitor:view' } as const;
const None = z.strictObject({});

export const monitorEndpoints = {
  readings: endpoint({
    ...read,
    path: '/sys/monitor/readings',
    request: ReadingsRequest,
    response: Readings,
    summary: 'Figures of every server of the last ten minutes, or what is newer than a moment',
  }),
  requests: endpoint({
    ...read,
    path: '/sys/monitor/requests',
    request: OfServer,
    response: RequestsOfServers,
    summary: 'The last requests: method, route pattern, status, duration, time',
  }),
  routes: endpoint({
    ...read,
    path: '/sys/monitor/routes',
    request: OfServer,
    response: z.array(RouteFigures),
    summary: 'Routes of the last ten minutes, those first that took most time',
  }),
  database: endpoint({
    ...read,
    path: '/sys/monitor/database',
    request: OfServer,
    response: DatabaseFigures,
    summary: 'Cache and queue: what PostgreSQL says, jobs by state, slow statements and failing jobs',
  }),
  httpTrace: endpoint({
    ...read,
    path: '/actuator/httptrace',
    request: None,
    response: HttpTrace,
    answersBare: true,
    summary: 'The last requests of this server as an older console reads them',
  }),
  metricNames: endpoint({
    ...read,
    path: '/actuator/metrics',
    request: None,
    response: MetricNames,
    answersBare: true,
    summary: 'Names of the figures of this server',
  }),
  metric: endpoint({
    ...read,
    path: '/actuator/metrics/:name',
    request: MetricRequest,
    response: Metric,
    answersBare: true,
    summary: 'One figure of this server; names that mean nothing here are unknown',
  }),
  redisInfo: endpoint({
    ...read,
    path: '/sys/actuator/redis/info',
    request: None,
    response: RedisInfo,
    summary: 'Cache and queue as a table, fed by PostgreSQL',
  }),
  redisKeys: endpoint({
    ...read,
    path: '/sys/actuator/redis/keysSize',
    request: None,
    response: KeysSize,
    answersBare: true,
    summary: 'How many jobs and facts are kept in the queue',
  }),
  redisMemory: endpoint({
    ...read,
    path: '/sys/actuator/redis/memoryInfo',
    request: None,
    response: MemoryInfo,
    answersBare: true,
    summary: 'Bytes that the database keeps in memory',
  }),
  disks: endpoint({
    ...read,
    path: '/sys/actuator/redis/queryDiskInfo',
    request: None,
    response: Disks,
    summary: 'The disk of the data directory: all bytes, free bytes, used per cent',
  }),
};
