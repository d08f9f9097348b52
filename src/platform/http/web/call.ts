import type { CallAddress, Endpoint, RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import type { Envelope } from '#platform/http/contract/envelope.ts';
import { consequenceOf } from '#platform/http/rules/failed-answer.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { CallError, isTenantClosed, TENANT_CLOSED } from './call-error.ts';
import { isBrowserOffline, noteAnswer } from './connection.ts';
import { currentTenantId, storedToken } from './credentials.ts';
import { errorText } from './error-texts.ts';
import { toastError } from './notices.ts';
import { pageMayCall } from './page-guard.ts';
import { withPagingNumbers } from './paging.ts';
import { type BodyForm, type Caller, type PreparedRequest, prepareRequest } from './prepare-request.ts';
import { runtimeConfig } from './runtime-config.ts';
import { endSession } from './session-expiry.ts';
import { canStepUp, STEP_UP_REQUIRED, stepUp } from './step-up.ts';

export { CallError } from './call-error.ts';

/** Platform.md 9. The outer limit; lists are cancelled by their signal when the user moves on. */
const TIME_OUT_MS = 120_000;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes a repeated POST harmless; keep one key for one intended change. */
  idempotencyKey?: string | undefined;
  bodyForm?: BodyForm | undefined;
  /** Some calls are fixed to the platform tenant `1` (platform.md 7). */
  tenantId?: string | undefined;
  /** For the logout, which is sent when the browser has cleared the session already. */
  token?: string | undefined;
  /** For a login through another service, which is tied to the browser that began it by a cookie. */
  withCookie?: boolean | undefined;
  /** It goes on when the page is left. */
  keepalive?: boolean | undefined;
  /** `none`: the caller shows every failure itself. */
  notices?: 'general' | 'none' | undefined;
}

/** The call that an answer belongs to. */
interface Asked {
  readonly path: string;
  readonly permission?: string | null | undefined;
  readonly token: string | undefined;
  readonly options: CallOptions;
}

type ErrorListener = (error: CallError) => void;
const errorPageListeners = new Set<ErrorListener>();
const tenantClosedListeners = new Set<ErrorListener>();

/** Calls an endpoint and answers its result; throws `CallError`, or the signal's reason when cancelled. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const envelope = await callEnvelope(endpoint, request as Readonly<Record<string, unknown>>, options);
  return envelope.result as ResponseOf<E>;
}

/**
 * The same by the plain call: the login page, the phone's pages and what they share name their endpoints to the compiler only,
 * for the schemas would bring zod with them, a fifth of what they may weigh.
 */
export async function callAt<E extends Endpoint = never>(
  address: CallAddress,
  request: RequestInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const envelope = await callEnvelope(address, request as Readonly<Record<string, unknown>>, options);
  return envelope.result as ResponseOf<E>;
}

/** The whole answer, for the few callers that read its code or message. */
export async function callEnvelope(
  endpoint: CallAddress,
  request: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Envelope> {
  const attempt = async (): Promise<Envelope> => {
    const from = caller(options);
    const answer = await send(prepareRequest(endpoint, request, from, options.bodyForm), options);
    const { path, permission } = endpoint;
    return readEnvelope(answer, { path, permission, token: from.token, options });
  };
  const envelope = await attempt().catch(async (error: unknown) => {
    const wantsPassword = error instanceof CallError && error.problem === STEP_UP_REQUIRED;
    // the same call under the same key, so that it cannot happen twice
    if (wantsPassword && canStepUp() && (await stepUp())) return attempt();
    throw error;
  });
  return { ...envelope, result: withPagingNumbers(envelope.result) };
}

export interface Download {
  blob: Blob;
  fileName: string | undefined;
}

/** A file as a blob. A failure arrives as JSON inside the blob and becomes the same `CallError`. */
export async function download<E extends Endpoint>(
  endpoint: E,
  request: RequestInput<E>,
  options: CallOptions = {},
): Promise<Download> {
  const from = caller(options);
  const prepared = prepareRequest(endpoint, request as Readonly<Record<string, unknown>>, from);
  prepared.headers.Accept = '*/*';
  unsigned(prepared);
  const answer = await send(prepared, options);
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  if (!answer.ok || (isJson && !answer.headers.has('content-disposition')))
    await readEnvelope(answer, { path: endpoint.path, token: from.token, options });
  return { blob: await answer.blob(), fileName: fileNameOf(answer.headers.get('content-disposition')) };
}

/** What carries a request; `fetch` cannot report how much of a body has been sent. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** A multipart upload; the other fields travel before the file, for they may decide how large it may be. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: { field: string; blob: Blob; name: string },
  fields: Readonly<Record<string, string>> = {},
  { transport, ...options }: CallOptions & { transport?: Transport | undefined } = {},
): Promise<ResponseOf<E>> {
  const from = caller(options);
  const prepared = prepareRequest(endpoint, {}, from);
  unsigned(prepared);
  // The browser writes it, with its boundary.
  delete prepared.headers['Content-Type'];
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(file.field, file.blob, file.name);
  const answer = await send({ ...prepared, body: undefined }, options, form, transport);
  const envelope = await readEnvelope(answer, { path: endpoint.path, token: from.token, options });
  return envelope.result as ResponseOf<E>;
}

/** Failed calls of the configured paths go to /exception/500 (platform.md 8). */
export function onErrorPage(listener: ErrorListener): () => void {
  errorPageListeners.add(listener);
  return () => void errorPageListeners.delete(listener);
}

/** The tenant that this page works in is closed to its user: frozen, over, or he was removed from it. */
export function onTenantClosed(listener: ErrorListener): () => void {
  tenantClosedListeners.add(listener);
  return () => void tenantClosedListeners.delete(listener);
}

/** Files travel without a signature, both ways (system-api.md 3.1). */
function unsigned({ headers }: PreparedRequest): void {
  for (const header of ['X-Sign', 'X-TIMESTAMP']) delete headers[header];
}

function caller(options: CallOptions): Caller {
  const { systemBase, backendBase, signSecret } = runtimeConfig();
  return {
    systemBase,
    backendBase,
    signSecret,
    token: options.token ?? storedToken(),
    tenantId: options.tenantId ?? currentTenantId(),
    language: currentLanguage(),
    now: new Date(),
  };
}

async function send(
  prepared: PreparedRequest,
  options: CallOptions,
  form?: FormData,
  transport: Transport = fetch,
): Promise<Response> {
  // A page that is being left waits for its end, so that nothing on it changes any more.
  if (options.token === undefined && !pageMayCall()) return new Promise<never>(() => undefined);
  const timeOut = AbortSignal.timeout(TIME_OUT_MS);
  const headers = { ...prepared.headers };
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
  const startedOffline = isBrowserOffline();
  try {
    const answer = await transport(prepared.url, {
      method: prepared.method,
      headers,
      body: form ?? prepared.body ?? null,
      credentials: options.withCookie ? 'same-origin' : 'omit',
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, timeOut]) : timeOut,
    });
    noteAnswer(!isOfProxy(answer));
    return answer;
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason;
    noteAnswer(false);
    const error = unanswered(cause, prepared, timeOut.aborted ? 'timeout' : startedOffline ? 'offline' : 'network');
    if (options.notices !== 'none') toastError(error);
    throw error;
  }
}

function unanswered(cause: unknown, { method }: PreparedRequest, code: 'timeout' | 'offline' | 'network'): CallError {
  if (code === 'timeout') return new CallError({ kind: 'timeout', status: 0, code, message: errorText('timeout') });
  // Without a network nothing left the browser: it is certain that nothing was changed.
  const offlineText = errorText(method === 'GET' ? 'offlineRead' : 'offline');
  const message = code === 'offline' ? offlineText : unreachableText(cause);
  return new CallError({ kind: 'network', status: 0, code, message });
}

/** The page of a proxy that does not reach the server; the server's own refusals of these statuses are JSON. */
function isOfProxy(answer: Response): boolean {
  return [502, 503, 504].includes(answer.status) && !answer.headers.get('content-type')?.includes('json');
}

function unreachableText(cause: unknown): string {
  return cause instanceof Error && cause.message.includes('timeout') ? errorText('timeout') : errorText('unreachable');
}

/** Reads JSON whether it came as such or as a blob; throws for a refusal and for every status above (platform.md 8). */
async function readEnvelope(answer: Response, asked: Asked): Promise<Envelope> {
  const text = await answer.text();
  const body = parse(text);
  if (answer.ok && body?.success === true) return body as Envelope;
  // a few lists come without an envelope, as older clients read them
  if (answer.ok && Array.isArray(body)) return { success: true, code: '200', message: '', result: body, timestamp: 0 };

  const { status, headers } = answer;
  const { path, permission, token, options } = asked;
  const message = typeof body?.message === 'string' ? body.message : '';
  // Another login may have come between: then this answer says nothing about the session of now.
  const hadToken = token !== undefined && token === storedToken();
  const isFlagged = answer.ok && body?.success === false;
  const facts = { status, isFlagged, message, problem: body?.problem, text, hadToken, path };
  const { kind, words, told, ends, showsErrorPage } = consequenceOf(facts, runtimeConfig().errorPagePaths);
  const wantsPassword = body?.problem === STEP_UP_REQUIRED;
  // the catalogue's words for a status leave it open what there is to do
  const saysMore = message !== '' && (wantsPassword || body?.problem === TENANT_CLOSED);
  const error = new CallError({
    kind,
    status,
    message: 'server' in words ? words.server : saysMore ? message : errorText(words.catalogue),
    code: body?.code === undefined ? String(status) : String(body.code),
    problem: body?.problem,
    faults: body?.faults,
    conflict: body?.conflict,
    requestId: body?.requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number(headers.get('retry-after')) || undefined,
    permission: body?.problem === 'request.forbidden' ? (permission ?? undefined) : undefined,
  });
  if (ends) endSession(ends, error.message);
  // the dialog that asks says enough
  if (wantsPassword && canStepUp()) throw error;
  if (told !== 'nothing' && options.notices !== 'none') toastError(error);
  if (showsErrorPage) for (const listener of errorPageListeners) listener(error);
  // some calls name another tenant than the one of this page
  if (isTenantClosed(error) && options.tenantId === undefined)
    for (const listener of tenantClosedListeners) listener(error);
  throw error;
}

function parse(text: string): Partial<Envelope> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1];
}
