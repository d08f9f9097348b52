import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { Problem } from '#platform/problems/server/raise.ts';
import type { Services } from './slice.ts';

/** Mean delay of the event loop over a second from which on requests are turned away (security 15.4). */
export const SHED_AT_DELAY_MS = 200;
/** So many callers waiting for a connection would wait longer than the pool lets them. */
const MOST_WAITING = 128;
/** Supervisors and load balancers must hear of a server that works at its limit that it lives. */
const EXEMPT = new Set(['/livez', '/readyz', '/metrics']);

/** Turns requests away early, with 503 and a time to come again, instead of letting all of them wait for too long. */
export function shedOverload(app: FastifyInstance, services: Services, shedAtDelayMs: number): void {
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests turned away because the server was at its limit',
    labelNames: ['because'],
    registers: [services.metrics],
  });
  const refuse = (because: 'event_loop' | 'pool'): never => {
    shed.inc({ because });
    throw new Problem('server.busy', {}, { retryAfterSeconds: 1 });
  };
  const isExempt = (request: FastifyRequest): boolean => EXEMPT.has(request.routeOptions.url ?? '');

  app.register(underPressure, {
    maxEventLoopDelay: shedAtDelayMs,
    sampleInterval: 1_000,
    pressureHandler: async (request) => {
      if (!isExempt(request)) refuse('event_loop');
    },
  });
  app.addHook('onRequest', async (request) => {
    if (services.database.waiting() >= MOST_WAITING && !isExempt(request)) refuse('pool');
  });
}
