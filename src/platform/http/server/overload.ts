import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';
import { isCall } from '#platform/http/contract/endpoint.ts';
import { Problem } from '#platform/problems/server/raise.ts';

/** So many callers waiting for a connection would wait longer than the pool lets them. */
const MOST_WAITING = 128;
/**
 * Turns calls away early, with 503 and a time to come again, instead of letting all of them wait for too long: from a mean
 * delay of the event loop over a second on (security 15.4), and where too many wait for a connection. Only calls: supervisors
 * must see that a server at its limit lives, and a browser that misses a file has no page and does not ask for it again.
 */
export function shedOverload(app: FastifyInstance, services: Services, shedAtDelayMs: number | null): void {
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

  app.register(underPressure, {
    // 0 turns no call away
    maxEventLoopDelay: shedAtDelayMs ?? 0,
    sampleInterval: 1_000,
    pressureHandler: async (request) => {
      if (isCall(request.url)) refuse('event_loop');
    },
  });
  app.addHook('onRequest', async (request) => {
    if (isCall(request.url) && services.database.waiting() >= MOST_WAITING) refuse('pool');
  });
}
