import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher, Pool } from 'undici';
import type { Services } from '#platform/context/server/services.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { authenticate } from '#system/session/server/index.ts';
import { GATEWAY_BASE } from '../contract/gateway-routes.ts';
import { plainPath, requestHeaders, responseHeaders } from '../rules/compile-route.ts';
import type { UpstreamAddress } from '../rules/upstream-uri.ts';
import { type ReadyRoute, RouteTable } from './route-table.ts';
import { Traffic } from './traffic.ts';

const CONNECT_MS = 5_000;
/** Until the upstream begins to answer, between two parts of its answer, and for all of it. */
const ANSWER_MS = 15_000;
const PAUSE_MS = 15_000;
const WHOLE_MS = 60_000;
const MOST_SENT = 10_485_760;
const MOST_ANSWERED = 104_857_600;
/** Calls under way for one route, on one server. */
const MOST_AT_ONCE = 32;
const AGAIN: ReadonlySet<number> = new Set([502, 503, 504]);

/** Passes calls on to the upstreams of the routes (settled 36). */
export class Gateway {
  readonly routes: RouteTable;
  readonly traffic: Traffic;
  readonly #services: Services;
  readonly #underWay = new Map<string, number>();
  readonly #pools = new Map<string, Promise<Pool>>();

  constructor(services: Services) {
    this.#services = services;
    this.routes = new RouteTable(services);
    this.traffic = new Traffic(services);
  }

  async pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [rawPath = '/', query = ''] = splitOnce(request.raw.url?.slice(GATEWAY_BASE.length) ?? '/');
    const path = plainPath(rawPath === '' ? '/' : rawPath) ?? raise('gateway.path');
    const route = (await this.#find(request, path, query)) ?? raise('gateway.no-route');
    await this.#admit(route, request);
    const running = this.#underWay.get(route.id) ?? 0;
    if (running >= MOST_AT_ONCE) raise('gateway.upstream-busy', {}, { retryAfterSeconds: 1 });
    this.#underWay.set(route.id, running + 1);
    whenOver(reply, () => this.#underWay.set(route.id, (this.#underWay.get(route.id) ?? 1) - 1));
    try {
      const answer = await this.#ask(route, request, reply, route.target(rawPath === '' ? '/' : rawPath, query));
      this.traffic.note(route.id, answer.statusCode >= 500 ? `HTTP ${answer.statusCode}` : undefined);
      reply.code(answer.statusCode).headers(responseHeaders(answer.headers, route));
      if (answer.headers['cache-control'] === undefined) reply.header('cache-control', 'no-store');
      return reply.send(through(answer.body, MOST_ANSWERED));
    } catch (error) {
      const problem = problemOf(error);
      const isTooLong = problem instanceof Problem && problem.code === 'request.too-large';
      // what comes after it would be read as the next call
      if (isTooLong) reply.header('connection', 'close');
      // who goes away himself says nothing about the upstream
      else if (problem !== error)
        this.traffic.note(route.id, reply.raw.destroyed ? undefined : (error as Error).message);
      throw problem;
    }
  }

  async close(): Promise<void> {
    await this.traffic.flush();
    for (const pool of this.#pools.values()) await (await pool).destroy().catch(() => undefined);
  }

  async #find(request: FastifyRequest, path: string, query: string): Promise<ReadyRoute | undefined> {
    const call = {
      ...{ method: request.method, path, query: [...new URLSearchParams(query)], headers: request.headers },
      ...{ host: request.hostname, address: request.ip, at: this.#services.clock.now() },
    };
    return (await this.routes.current()).find((route) => route.matches(call));
  }

  async #admit(route: ReadyRoute, request: FastifyRequest): Promise<void> {
    const seconds = route.wait(request.ip);
    if (seconds > 0) raise('request.too-many', { seconds }, { retryAfterSeconds: seconds });
    if (!route.sessionNeeded) return;
    const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
    const found = await authenticate(
      this.#services,
      one(request.headers['x-access-token']),
      one(request.headers['tenant-id']),
    );
    if (!found) raise('request.unauthenticated');
  }

  /** The upstream's answer; calls that only read are asked again where the route says so. */
  async #ask(route: ReadyRoute, request: FastifyRequest, reply: FastifyReply, path: string) {
    const gone = new AbortController();
    whenOver(reply, () => gone.abort());
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(WHOLE_MS)]);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const length = request.headers['content-length'];
    if (!isRead && Number(length ?? 0) > MOST_SENT) raise('request.too-large');
    const pool = await this.#poolOf(route.upstream);
    const once = () =>
      pool.request({
        ...{ path, method: request.method as Dispatcher.HttpMethod, signal },
        headers: this.#headersOf(route, request, length),
        body: isRead ? null : through(request.raw, MOST_SENT),
        ...{ headersTimeout: ANSWER_MS, bodyTimeout: PAUSE_MS },
      });
    for (let left = isRead ? route.retries : 0; ; left -= 1) {
      try {
        const answer = await once();
        if (left === 0 || !AGAIN.has(answer.statusCode)) return answer;
        await answer.body.dump();
      } catch (error) {
        if (left === 0 || signal.aborted) throw error;
      }
    }
  }

  #headersOf(route: ReadyRoute, request: FastifyRequest, length: string | undefined) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return {
      ...requestHeaders(request.headers, route),
      host: route.upstream.host,
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.protocol,
      'x-forwarded-host': request.host,
      'x-forwarded-prefix': GATEWAY_BASE,
      'x-request-id': request.id,
      ...(isRead || length === undefined ? {} : { 'content-length': length }),
    };
  }

  /** A pool for each upstream; its connections go to the addresses that were checked (security 12.1). */
  #poolOf({ origin, hostname, port }: UpstreamAddress): Promise<Pool> {
    const found = this.#pools.get(origin);
    if (found) return found;
    const made = import('undici').then(({ Pool: Made }) => {
      const outbound = outboundOf(this.#services);
      return new Made(origin, {
        connections: MOST_AT_ONCE,
        pipelining: 1,
        keepAliveTimeout: 10_000,
        connect: {
          timeout: CONNECT_MS,
          lookup: (_host, { all }, done) => {
            outbound.addressesOf(hostname, port).then(
              (addresses) => {
                const [first] = addresses;
                if (all) done(null, [...addresses]);
                else done(null, first?.address ?? '', first?.family ?? 4);
              },
              (error: Error) => done(error, '', 4),
            );
          },
        },
      });
    });
    this.#pools.set(origin, made);
    return made;
  }
}

/** Its caller may have gone while his session was looked up, and then nobody says so once more. */
function whenOver({ raw }: FastifyReply, work: () => void): void {
  if (raw.destroyed) work();
  else raw.once('close', work);
}

const splitOnce = (url: string): string[] => {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
};

class TooLong extends Error {}

/** Lets so many bytes through, and breaks then. */
function through(from: Readable, most: number): Readable {
  let seen = 0;
  const limit = new Transform({
    transform(part: Buffer, _encoding, done) {
      seen += part.length;
      if (seen > most) done(new TooLong());
      else done(null, part);
    },
  });
  // whichever end breaks, the other one is closed; who reads finds out
  return pipeline(from, limit, () => undefined);
}

const SILENT: ReadonlySet<string> = new Set([
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT', 'ABORT_ERR'],
]);

function problemOf(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof TooLong) return new Problem('request.too-large');
  const { code = '', name = '' } = error as { code?: string; name?: string };
  if (SILENT.has(code) || name === 'TimeoutError' || name === 'AbortError')
    return new Problem('gateway.upstream-silent', {}, { cause: error });
  if (error instanceof OutboundError || error instanceof Error)
    return new Problem('gateway.upstream-down', {}, { cause: error });
  return error;
}

const gateways = new WeakMap<Services, Gateway>();

export function gatewayOf(services: Services): Gateway {
  let found = gateways.get(services);
  if (!found) {
    found = new Gateway(services);
    gateways.set(services, found);
  }
  return found;
}

export async function closeGateway(services: Services): Promise<void> {
  await gateways.get(services)?.close();
  gateways.delete(services);
}
