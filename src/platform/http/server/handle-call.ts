import type { FastifyRequest } from 'fastify';
import { OPEN_ACTOR } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { AuditEntry } from '#platform/database/server/transaction.ts';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { Fault } from '#platform/http/contract/envelope.ts';
import { addressRange } from '#platform/http/rules/address-range.ts';
import { isTooDeep } from '#platform/http/rules/too-deep.ts';
import { noteBroken } from '#platform/invariants/server/note-broken.ts';
import { noteOperation } from '#platform/operations/server/operation-log.ts';
import type { ProblemTexts } from '#platform/problems/server/problem-texts.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { cleanRequest } from '#platform/rich-text/server/clean-request.ts';
import type { Authenticated, Authenticators } from './authenticator.ts';
import { faultsOf } from './faults.ts';
import {
  AlreadyDone,
  answerOfTakenKey,
  findAnswer,
  type IdempotentCall,
  idempotentCall,
  isTakenKey,
  keyWithAnswer,
  refuseTwin,
  releaseKey,
  storedAnswer,
  takeKey,
} from './idempotency.ts';
import { languageOf } from './language.ts';
import { noteDenial } from './note-denial.ts';
import { readUpload } from './read-upload.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';
import type { Route } from './route.ts';

export interface CallDeps {
  readonly services: Services;
  readonly authenticators: Authenticators;
  readonly texts: ProblemTexts;
  /** Seconds to wait, or 0. */
  readonly rateLimit: (tenantId: string) => number;
  /** The same for unknown callers, by address range. */
  readonly openRateLimit: (range: string) => number;
  /** Number of every problem code, of all slices. */
  readonly problems: Readonly<Record<string, number>>;
  /** Tests check every answer against its contract; production serialises plainly (stack.md 2). */
  readonly checkResponses: boolean;
}

/** Faults with their texts, on the way to the envelope. */
export class MalformedRequest extends Problem {
  readonly written: readonly Fault[];
  constructor(written: readonly Fault[]) {
    super('request.malformed');
    this.written = written;
  }
}

/** One call from socket to answer: session → tenant → permission → parse → use case (architecture 6). */
export async function handleCall(
  deps: CallDeps,
  route: Route,
  request: FastifyRequest,
): Promise<{ result: unknown; replayed: boolean }> {
  const { services } = deps;
  const { endpoint } = route;
  const caller = await authenticate(deps, endpoint, request);
  pass(deps.rateLimit(caller.tenantId));
  if (caller.actor.kind !== 'staff' || endpoint.effect !== 'change')
    return answerCall(deps, route, request, caller, {});
  // who works here leaves a line, whatever becomes of the call (settled 28)
  const done: CallNotes = {};
  const began = performance.now();
  const note = (status: number, problem: string) =>
    noteOperation(services, {
      ...{ ...done, actor: caller.actor, tenantId: caller.tenantId, endpoint, method: request.method },
      ...{ durationMs: performance.now() - began, status, problem, address: request.ip, requestId: request.id },
    });
  try {
    const answer = await answerCall(deps, route, request, caller, done);
    note(200, '');
    return answer;
  } catch (error) {
    const problem = error instanceof Problem ? error.code : 'server.failed';
    note(deps.problems[problem] ?? 500, problem);
    throw error;
  }
}

/** What is known of a call for its line in the log. */
interface CallNotes {
  asked?: unknown;
  /** The record that it changed first. */
  object?: { readonly kind: string; readonly id: string };
}

async function answerCall(
  deps: CallDeps,
  route: Route,
  request: FastifyRequest,
  { actor, tenantId }: Authenticated,
  done: CallNotes,
): Promise<{ result: unknown; replayed: boolean }> {
  const { services, texts } = deps;
  const { endpoint } = route;
  const language = languageOf(request.headers);
  const denied = (permission: string): Promise<void> =>
    noteDenial(services, {
      tenantId,
      actor,
      permission,
      route: `${endpoint.method} ${endpoint.path}`,
      address: request.ip,
      requestId: request.id,
    });
  if (
    endpoint.permission !== null &&
    endpoint.auth === 'session' &&
    actor.kind !== 'device' &&
    !actor.isRoot &&
    !actor.permissions.has(endpoint.permission)
  ) {
    await denied(endpoint.permission);
    raise('request.forbidden', { permission: endpoint.permission });
  }

  // read only now: a caller without the permission sends no file
  const body = endpoint.upload ? await readUpload(endpoint.upload, request) : (request.body ?? {});
  const given = gather(request, body, endpoint.ignores);
  done.asked = given;
  const parsed = endpoint.request.safeParse(given, { reportInput: true });
  if (!parsed.success) throw new MalformedRequest(faultsOf(parsed.error.issues, texts, language));
  // again: a schema may have read texts within a text
  refuseUnstorable(parsed.data);
  const cleaned = await cleanRequest(endpoint.request, parsed.data);
  if (cleaned.issues.length > 0) throw new MalformedRequest(faultsOf(cleaned.issues, texts, language));
  const asked = cleaned.value;

  const key = header(request, 'idempotency-key');
  if (endpoint.idempotencyKey === 'required' && !key)
    raise('request.idempotency-key-required', {}, { faults: [{ path: 'Idempotency-Key', code: 'fault.required' }] });
  const call =
    key !== undefined && tenantId !== '' && endpoint.effect === 'change'
      ? idempotentCall(
          key,
          actor,
          { name: `${endpoint.method} ${endpoint.path}`, answersSecret: endpoint.answersSecret === true },
          asked,
        )
      : undefined;

  const found = call && !endpoint.inOneTransaction && (await findAnswer(services, tenantId, call));
  if (found) return { result: found.result, replayed: true };
  const context = makeContext(deps, endpoint, request, { actor, tenantId }, language, call, (entry) => {
    done.object ??= { kind: entry.objectKind, id: entry.objectId ?? '' };
  });
  try {
    const result = await route.handle(context, asked);
    if (deps.checkResponses) endpoint.response.parse(result);
    if (call && context.stored !== JSON.stringify(result)) {
      await services.database.write(tenantId, async (db, _client, atEnd) =>
        atEnd(answerOfTakenKey(tenantId, call, await storedAnswer(services, db, tenantId, call, result))),
      );
    }
    return { result, replayed: false };
  } catch (error) {
    const missing = missingPermission(error);
    if (missing) await denied(missing);
    await noteBroken(services, error, {
      tenantId,
      work: `${endpoint.method} ${endpoint.path}`,
      address: request.ip,
      requestId: request.id,
    });
    // what is refused now may have been done already, under the same key, a moment ago
    const mayBeDone = error instanceof AlreadyDone || (endpoint.inOneTransaction && isRefusal(error));
    if (call) refuseTwin(error);
    const twin = call && mayBeDone && (await findAnswer(services, tenantId, call));
    if (twin) return { result: twin.result, replayed: true };
    if (call && context.keyTaken) await releaseKey(services, tenantId, call);
    throw error;
  }
}

/** What the use case itself found missing: which right a call needs may depend on what it asks for. */
const missingPermission = (error: unknown): string | undefined =>
  error instanceof Problem && error.code === 'request.forbidden' ? error.params['permission']?.toString() : undefined;

const isRefusal = (error: unknown): boolean => error instanceof Problem || isTakenKey(error);

/** A call without a session or key of ours takes from the bucket that its address range shares (security 15.2). */
export function passStranger(deps: Pick<CallDeps, 'openRateLimit'>, request: FastifyRequest): void {
  pass(deps.openRateLimit(addressRange(request.ip)));
}

function pass(waitSeconds: number): void {
  if (waitSeconds > 0) raise('request.too-many', { seconds: waitSeconds }, { retryAfterSeconds: waitSeconds });
}

/** Who is known takes nothing from the strangers of his address range, however many they are. */
async function authenticate(deps: CallDeps, endpoint: Endpoint, request: FastifyRequest): Promise<Authenticated> {
  if (endpoint.auth === 'open') {
    passStranger(deps, request);
    return { actor: OPEN_ACTOR, tenantId: '' };
  }
  try {
    return await findCaller(deps, endpoint, request);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'request.unauthenticated') throw error;
    passStranger(deps, request);
    if (endpoint.auth !== 'session') throw error;
    return raise((await deps.authenticators.whyEnded(deps.services, header(request, 'x-access-token'))) ?? error.code);
  }
}

async function findCaller(deps: CallDeps, endpoint: Endpoint, request: FastifyRequest): Promise<Authenticated> {
  if (endpoint.auth === 'storefront') {
    const bearer = /^Bearer +([\w.~+/=-]{16,512})$/i.exec(header(request, 'authorization') ?? '')?.[1];
    return deps.authenticators.storefront(deps.services, bearer ?? raise('request.unauthenticated'));
  }
  const basic = endpoint.deviceToo && /^Basic +([\w+/=-]{4,400})$/i.exec(header(request, 'authorization') ?? '')?.[1];
  if (basic) {
    const [, imei = '', password = ''] = /^([^:]*):(.*)$/.exec(Buffer.from(basic, 'base64').toString()) ?? [];
    return deps.authenticators.device(deps.services, { imei, password });
  }
  const token = header(request, 'x-access-token');
  if (!token || token.length > 200) raise('request.unauthenticated');
  return deps.authenticators.staff(deps.services, {
    token,
    tenantHeader: header(request, 'tenant-id'),
    scope: endpoint.scope,
  });
}

/** Path parameters, query and body as one object, without what the call ignores; a name that comes twice with two values is refused by the schema. */
function gather(request: FastifyRequest, body: unknown, ignored: readonly string[] = []): unknown {
  const query = { ...(request.query as Record<string, unknown>) };
  // Allowed on every GET and never part of a call's meaning (product.md 3).
  if (request.method === 'GET') delete query['_t'];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (isTooDeep(body)) throw new Problem('request.malformed', {}, { faults: [{ path: '', code: 'fault.depth' }] });
  const given = Object.entries({ ...query, ...body }).filter(([name]) => !ignored.includes(name));
  return { ...Object.fromEntries(given), ...(request.params as Record<string, unknown>) };
}

interface Performed extends RequestContext {
  /** The answer that was committed with the key, as text. */
  stored: string | undefined;
  /** A transaction of this call has committed. */
  keyTaken: boolean;
}

function makeContext(
  deps: CallDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  { actor, tenantId }: Authenticated,
  language: RequestContext['language'],
  call: IdempotentCall | undefined,
  onAudit: (entry: AuditEntry) => void,
): Performed {
  const { services } = deps;
  const context: Performed = {
    stored: undefined,
    keyTaken: false,
    requestId: request.id,
    language,
    address: request.ip,
    userAgent: (header(request, 'user-agent') ?? '').slice(0, 300),
    headers: request.headers,
    token: header(request, 'x-access-token'),
    tenantId,
    actor,
    services,
    now: () => services.clock.now(),
    read: (work) => services.database.read(tenantId, work),
    transaction: async (work) => {
      const first = call !== undefined && !context.keyTaken;
      const result = await runTransaction(
        services,
        {
          tenantId,
          actor,
          address: request.ip,
          requestId: request.id,
          onAudit,
          ...(endpoint.effect === 'change'
            ? {
                auditAs: {
                  action: endpoint.permission ?? `${endpoint.method} ${endpoint.path}`,
                  objectKind: objectKindOf(endpoint),
                },
              }
            : {}),
        },
        async (tx, atEnd) => {
          if (first && !endpoint.inOneTransaction) await takeKey(tx, call);
          const answer = await work(tx);
          // Most use cases answer what their transaction answers: then key, effect and answer commit together.
          if (first && (endpoint.inOneTransaction || endpoint.response.safeParse(answer).success)) {
            const kept = await storedAnswer(services, tx.db, tenantId, call, answer);
            atEnd((endpoint.inOneTransaction ? keyWithAnswer : answerOfTakenKey)(tenantId, call, kept));
            context.stored = JSON.stringify(answer);
          }
          return answer;
        },
      );
      context.keyTaken = true;
      return result;
    },
    identity: (work) => services.database.identity(work),
  };
  return context;
}

/** What a change is a change of: by the right that it asks for, such as `coupon-rule:edit`, else by its address. */
export function objectKindOf({ permission, path }: Endpoint): string {
  const ofRight = permission?.split(':')[0];
  return ofRight ?? path.split('/').find((part) => part !== '' && !['sys', 'storefront', 'v1'].includes(part)) ?? '';
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
