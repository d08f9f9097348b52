import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Gauge, Histogram } from 'prom-client';
import { fullPath, isCall } from '#platform/http/contract/endpoint.ts';
import type { Fault } from '#platform/http/contract/envelope.ts';
import type { AnsweredFile } from '#platform/http/contract/fields.ts';
import { DURATION_BOUNDS } from '#platform/observability/contract/duration-bounds.ts';
import { TRANSPORT_CONFLICTS } from '#platform/problems/contract/problem.ts';
import { fillIn } from '#platform/problems/server/problem-texts.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { type CallDeps, handleCall, header, MalformedRequest, passStranger } from './handle-call.ts';
import { jsonText, refusePacked } from './json-body.ts';
import { languageOf } from './language.ts';
import { methodsAt } from './methods-at.ts';
import { shedOverload } from './overload.ts';
import { refusalEnvelope } from './refusal-envelope.ts';
import { refuseUnstorableRequest } from './refuse-unstorable.ts';
import type { RawRoute, Route } from './route.ts';

/** What calls are made with; `PATCH` by clients that guess. */
const VERBS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] satisfies RawRoute['method'][]);
const ONE_MEGABYTE = 1_048_576;
/** A use case that has not answered by then is answered for (security 15.1); what it does may still come about. */
const HANDLER_LIMIT_MS = 30_000;
/** A file comes over the caller's line: so many times longer. Node itself cuts off after its request time-out. */
const UPLOAD_TIME = 2;

interface RouteSettings {
  readonly reachedFromOtherSites?: boolean;
  /** Callers show a key as `Authorization: Bearer`. */
  readonly takesBearer?: boolean;
}

export interface HttpDeps extends CallDeps {
  readonly routes: readonly Route[];
  readonly rawRoutes: readonly RawRoute[];
  readonly shedAtDelayMs: number | null;
  readonly handlerLimitMs?: number | undefined;
}

/** Fastify with our routes on it; the only place that catches (architecture 4). */
export function buildHttpServer(deps: HttpDeps): FastifyInstance {
  const { services } = deps;
  const { config } = services;
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: ONE_MEGABYTE,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 0,
    // limits of slow senders are looked at this often; 30 s would make 40 of 10
    http: { connectionsCheckingInterval: 2_000 },
    // The method of a call is the method of its request; a slash more or a case changed is another path.
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    // a call on a connection that is still open is answered, then the connection is closed (security 16.2)
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest(deps),
    // an address that the router cannot read passes no hook and no handler
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      answerError(deps, error, request as FastifyRequest, reply as FastifyReply);
    },
  });
  app.server.headersTimeout = 10_000;
  app.removeContentTypeParser('text/plain');
  // Many clients name JSON with every POST, the logout included, which has no body.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = jsonText(request, body as Buffer);
      if (text === '') done(null, undefined);
      else parseJson(request, text, done);
    } catch (error) {
      done(error as Error, undefined);
    }
  });

  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [...DURATION_BOUNDS],
    registers: [services.metrics],
  });

  const underWay = measureTraffic(app, services);

  app.addHook('onRequest', async (request, reply) => {
    underWay.add(reply);
    reply.header('X-Request-Id', request.id);
    if (isClearCall(config.publicUrl, request)) throw new Problem('request.https-only');
    if (isPreflight(deps, request, reply)) return reply.code(204).send();
  });
  app.addHook('onResponse', async (request, reply) => {
    const pattern = request.routeOptions.url ?? 'unknown';
    seconds.observe(
      { method: request.method, route: pattern, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
    underWay.delete(reply);
    services.requests.add({
      at: services.clock.now().getTime(),
      method: request.method,
      route: pattern,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
    services.traces.record({
      name: `${request.method} ${pattern}`,
      kind: 'server',
      durationMs: reply.elapsedTime,
      attributes: {
        'http.request.method': request.method,
        'http.route': pattern,
        'http.response.status_code': reply.statusCode,
        'console.request_id': request.id,
      },
      failed: reply.statusCode >= 500,
      traceparent: header(request, 'traceparent'),
    });
    services.log.debug(
      {
        requestId: request.id,
        method: request.method,
        route: pattern,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  shedOverload(app, services, deps.shedAtDelayMs);
  app.addHook('preHandler', refuseUnstorableRequest);
  app.setErrorHandler((error, request, reply) => answerError(deps, error as FastifyError, request, reply));
  app.setNotFoundHandler(answerUnknown(deps));

  for (const route of deps.routes) registerRoute(app, deps, route);
  for (const raw of deps.rawRoutes) registerRaw(app, deps, raw);
  return app;
}

/** What is open at this moment; answers the set of the requests under way, for the hooks to keep. */
function measureTraffic(app: FastifyInstance, { metrics }: HttpDeps['services']): Set<FastifyReply> {
  const underWay = new Set<FastifyReply>();
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests whose answer has not begun',
    registers: [metrics],
    collect() {
      let count = 0;
      // the answer of a stream has begun long ago, and its page stays open
      for (const reply of underWay) if (!reply.raw.headersSent) count += 1;
      this.set(count);
    },
  });
  new Gauge({
    name: 'http_connections',
    help: 'Open connections of browsers, devices and programs',
    registers: [metrics],
    async collect() {
      this.set(await new Promise<number>((done) => app.server.getConnections((_, count) => done(count ?? 0))));
    },
  });
  return underWay;
}

function registerRoute(app: FastifyInstance, deps: HttpDeps, route: Route): void {
  if (route.endpoint.upload) {
    app.register(async (scope) => {
      takeFormsOnly(scope);
      addRoute(scope, deps, route);
    });
  } else {
    addRoute(app, deps, route);
  }
}

function addRoute(scope: FastifyInstance, deps: HttpDeps, route: Route): void {
  const { endpoint } = route;
  const limitMs = (deps.handlerLimitMs ?? HANDLER_LIMIT_MS) * (endpoint.upload ? UPLOAD_TIME : 1);
  for (const method of [endpoint.method, ...(endpoint.alsoMethods ?? [])]) {
    scope.route({
      method,
      url: fullPath(endpoint.path),
      bodyLimit: endpoint.bodyLimit ?? ONE_MEGABYTE,
      config: { takesBearer: endpoint.auth === 'storefront' } satisfies RouteSettings,
      handler: async (request, reply) => {
        const { result, replayed } = await within(limitMs, handleCall(deps, route, request));
        if (replayed) reply.header('Idempotent-Replayed', 'true');
        reply.header('Cache-Control', 'no-store');
        if (endpoint.answersBare) return reply.send(result);
        if (endpoint.answersFile) return sendFile(reply, endpoint.answersFile, result as AnsweredFile);
        const said = endpoint.messageOf?.(result);
        const refused = endpoint.refusedField ? Number((result as Record<string, number>)[endpoint.refusedField]) : 0;
        return reply.send({
          success: true,
          code: refused > 0 ? '201' : '200',
          message: said ?? deps.texts[languageOf(request.headers)]['request.ok'] ?? '',
          result: result ?? null,
          timestamp: deps.services.clock.now().getTime(),
        });
      },
    });
  }
}

function sendFile(reply: FastifyReply, type: string, { headers, bytes }: AnsweredFile): FastifyReply {
  const { buffer, byteOffset, byteLength } = bytes;
  return reply.headers({ ...headers, 'content-type': type }).send(Buffer.from(buffer, byteOffset, byteLength));
}

/** The body is left where it is: `handleCall` reads it when it knows who calls. */
function takeFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: unknown) => {
    refusePacked(request);
    return payload;
  });
}

/** Documents are sent on to https, calls are refused: a token that travels in clear is noticed (security 2.19). */
function isClearCall(publicUrl: string, request: FastifyRequest): boolean {
  return publicUrl.startsWith('https:') && request.protocol === 'http' && isCall(request.url);
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Problem('server.busy', {}, { retryAfterSeconds: 5 })), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function registerRaw(app: FastifyInstance, deps: HttpDeps, raw: RawRoute): void {
  app.register(async (scope) => {
    if (raw.rawBody) {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: raw.rawBody }, (_request, body, done) =>
        done(null, body),
      );
    }
    if (raw.streamed) {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    }
    scope.route({
      method: raw.method,
      url: raw.path,
      config: { reachedFromOtherSites: raw.reachedFromOtherSites ?? false } satisfies RouteSettings,
      handler: async (request, reply) => {
        if (raw.counted) passStranger(deps, request);
        return raw.handle(deps.services, request, reply);
      },
    });
  });
}

/** A known path with another verb answers 405, not 404 (security 6.8). */
function answerUnknown(deps: HttpDeps): (request: FastifyRequest, reply: FastifyReply) => unknown {
  const methodsOf = methodsAt(() => [
    ...deps.routes.flatMap(({ endpoint: { path, method, alsoMethods = [] } }) =>
      [method, ...alsoMethods].map((one) => ({ path: fullPath(path), method: one })),
    ),
    ...deps.rawRoutes,
  ]);
  return (request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = VERBS.has(request.method) ? methodsOf(path) : undefined;
    // a route may say itself that there is nothing
    if (!methods || methods.has(request.method))
      return answerError(deps, new Problem('request.not-found'), request, reply);
    reply.header('Allow', [...methods].join(', '));
    return answerError(deps, new Problem('request.method-not-allowed'), request, reply);
  };
}

/** Exact origins only (security 13.1, 13.2); answers whether the request is an allowed origin's preflight. */
function isPreflight(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): boolean {
  const { config } = deps.services;
  const origin = header(request, 'origin');
  const allowed = origin !== undefined && config.corsOrigins.includes(origin);
  reply.header('Vary', 'Origin');
  if (allowed) {
    reply.header('Access-Control-Allow-Origin', origin);
    reply.header(
      'Access-Control-Allow-Headers',
      'content-type, x-access-token, tenant-id, language, x-sign, x-timestamp, idempotency-key, authorization',
    );
    reply.header('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    reply.header('Access-Control-Expose-Headers', 'x-request-id, retry-after, idempotent-replayed');
    if (request.method === 'OPTIONS') return true;
  }
  if (isCall(request.url) && header(request, 'sec-fetch-site') === 'cross-site' && !allowed && !isReturn(request))
    throw new Problem('request.cross-site');
  return false;
}

/** The browser itself comes from another site to a route that says so; no script reads what it answers. */
function isReturn(request: FastifyRequest): boolean {
  return (
    settingsOf(request)?.reachedFromOtherSites === true &&
    header(request, 'sec-fetch-mode') === 'navigate' &&
    header(request, 'sec-fetch-dest') === 'document'
  );
}

const settingsOf = (request: FastifyRequest): RouteSettings | undefined =>
  request.routeOptions.config as RouteSettings | undefined;

/** What a client is to show (RFC 6750 3): whether its key is wrong or missing is a difference to it. */
const bearerChallenge = (request: FastifyRequest): string =>
  /^Bearer +\S/i.test(header(request, 'authorization') ?? '') ? 'Bearer error="invalid_token"' : 'Bearer';

/** Every failure ends here: envelope, status and language by product.md 3; the detail goes to the log only. */
function answerError(
  deps: HttpDeps,
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { services, texts } = deps;
  const language = languageOf(request.headers);
  const problem = error instanceof Problem ? error : fromFastify(error);
  const faults: Fault[] =
    problem instanceof MalformedRequest
      ? [...problem.written]
      : problem.faults.map((fault) => ({
          path: fault.path,
          message: fillIn(texts[language][fault.code] ?? fault.code, fault.params ?? problem.params),
        }));
  const { number, envelope } = refusalEnvelope(deps, { problem, language, requestId: request.id, faults });
  // turned away on purpose and counted: a line each would be more work than the request
  const isShed = problem.code === 'server.busy' && problem.cause === undefined;
  if (number >= 500 && !isShed)
    services.log.error(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        problem: problem.code,
        err: problem.cause ?? error,
      },
      'request failed',
    );
  const isRefusal = (number === 409 || number === 422) && !TRANSPORT_CONFLICTS.has(problem.code);
  if (number === 401 && settingsOf(request)?.takesBearer) reply.header('WWW-Authenticate', bearerChallenge(request));
  if (problem.retryAfterSeconds !== undefined) reply.header('Retry-After', String(problem.retryAfterSeconds));
  return reply
    .code(isRefusal ? 200 : number)
    .header('Cache-Control', 'no-store')
    .send(envelope);
}

function fromFastify(error: Error & { statusCode?: number; code?: string }): Problem {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('request.unsupported-media-type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('request.too-large');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('request.malformed', {}, { faults: [{ path: '', code: 'fault.json' }] });
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('request.not-found');
    default:
  }
  if (error.statusCode === 503) return new Problem('server.busy', {}, { cause: error, retryAfterSeconds: 1 });
  if (error.statusCode === 400 || error instanceof SyntaxError)
    return new Problem('request.malformed', {}, { faults: [{ path: '', code: 'fault.json' }] });
  return new Problem('server.failed', {}, { cause: error });
}
