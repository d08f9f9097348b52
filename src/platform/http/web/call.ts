import type { Endpoint, RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import type { Envelope } from '#platform/http/contract/envelope.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { CallError } from './call-error.ts';
import { isBrowserOffline, noteAnswer } from './connection.ts';
import { currentTenantId, storedToken } from './credentials.ts';
import { errorText } from './error-texts.ts';
import { tellOfError } from './notices.ts';
import { pageMayCall } from './page-guard.ts';
import { withPagingNumbers } from './paging.ts';
import { type BodyForm, type Caller, callerHeaders, type PreparedRequest, prepareRequest } from './prepare-request.ts';
import { runtimeConfig } from './runtime-config.ts';
import { endSession, saysExpired } from './session-expiry.ts';

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
  /** For the logout, which is sent when the browser has forgotten the session already. */
  token?: string | undefined;
  /** For a login through another service, which is tied to the browser that began it by a cookie. */
  withCookie?: boolean | undefined;
  /** `none`: the caller shows every failure itself. */
  notices?: 'general' | 'none' | undefined;
}

type ErrorPageListener = (error: CallError) => void;
const errorPageListeners = new Set<ErrorPageListener>();

/** Calls an endpoint and answers its result; throws `CallError`, or the signal's reason when cancelled. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const envelope = await callEnvelope(endpoint, request as Readonly<Record<string, unknown>>, options);
  return envelope.result as ResponseOf<E>;
}

/** The whole answer, for the few callers that read its code or message. */
export async function callEnvelope(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  request: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Envelope> {
  const prepared = prepareRequest(endpoint, request, caller(options), options.bodyForm);
  return reportingFailure(options, endpoint.path, async () => {
    const answer = await send(prepared, options);
    const envelope = await readEnvelope(answer);
    return { ...envelope, result: withPagingNumbers(envelope.result) };
  });
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
  const prepared = prepareRequest(endpoint, request as Readonly<Record<string, unknown>>, caller(options));
  prepared.headers.Accept = '*/*';
  return reportingFailure(options, endpoint.path, async () => {
    const answer = await send(prepared, options);
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    if (!answer.ok || (isJson && !answer.headers.has('content-disposition'))) await readEnvelope(answer);
    return { blob: await answer.blob(), fileName: fileNameOf(answer.headers.get('content-disposition')) };
  });
}

/** A multipart upload; the other fields travel beside the file. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: { field: string; blob: Blob; name: string },
  fields: Readonly<Record<string, string>> = {},
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const prepared = prepareRequest(endpoint, {}, caller(options));
  // The browser writes the content type with its boundary; signing covers JSON only.
  for (const header of ['Content-Type', 'X-Sign', 'X-TIMESTAMP']) delete prepared.headers[header];
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(file.field, file.blob, file.name);
  return reportingFailure(options, endpoint.path, async () => {
    const envelope = await readEnvelope(await send({ ...prepared, body: undefined }, options, form));
    return envelope.result as ResponseOf<E>;
  });
}

/** Failed calls of the configured paths go to /exception/500 (platform.md 8). */
export function onErrorPage(listener: ErrorPageListener): () => void {
  errorPageListeners.add(listener);
  return () => void errorPageListeners.delete(listener);
}

/** The headers of every call, for streams that are not made here. */
export function currentHeaders(): Record<string, string> {
  return callerHeaders(caller({}));
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

async function send(prepared: PreparedRequest, options: CallOptions, form?: FormData): Promise<Response> {
  // A page that is being left waits for its end, so that nothing on it changes any more.
  if (options.token === undefined && !pageMayCall()) return new Promise<never>(() => undefined);
  const timeOut = AbortSignal.timeout(TIME_OUT_MS);
  const headers = { ...prepared.headers };
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
  const startedOffline = isBrowserOffline();
  try {
    const answer = await fetch(prepared.url, {
      method: prepared.method,
      headers,
      body: form ?? prepared.body ?? null,
      credentials: options.withCookie ? 'same-origin' : 'omit',
      signal: options.signal ? AbortSignal.any([options.signal, timeOut]) : timeOut,
    });
    noteAnswer(!isOfProxy(answer));
    return answer;
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason;
    noteAnswer(false);
    if (timeOut.aborted)
      throw new CallError({ kind: 'timeout', status: 0, code: 'timeout', message: errorText('timeout') });
    // Without a network nothing left the browser: it is certain that nothing was changed.
    if (startedOffline)
      throw new CallError({
        kind: 'network',
        status: 0,
        code: 'offline',
        message: errorText(prepared.method === 'GET' ? 'offlineRead' : 'offline'),
      });
    throw new CallError({ kind: 'network', status: 0, code: 'network', message: unreachableText(cause) });
  }
}

/** The page of a proxy that does not reach the server; the server's own refusals of these statuses are JSON. */
function isOfProxy(answer: Response): boolean {
  return [502, 503, 504].includes(answer.status) && !answer.headers.get('content-type')?.includes('json');
}

function unreachableText(cause: unknown): string {
  return cause instanceof Error && cause.message.includes('timeout') ? errorText('timeout') : errorText('unreachable');
}

/** Reads JSON whether it came as such or as a blob; throws for a refusal and for every status above. */
async function readEnvelope(answer: Response): Promise<Envelope> {
  const text = await answer.text();
  const body = parse(text);
  if (answer.ok && body?.success === true) return body as Envelope;

  const serverMessage = typeof body?.message === 'string' ? body.message : '';
  const facts = {
    status: answer.status,
    code: body?.code === undefined ? String(answer.status) : String(body.code),
    problem: body?.problem,
    faults: body?.faults,
    requestId: body?.requestId ?? answer.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number(answer.headers.get('retry-after')) || undefined,
  };
  if (answer.ok && body?.success === false) {
    throw new CallError({ kind: 'refusal', message: serverMessage || errorText('failed'), ...facts });
  }
  if (storedToken() !== undefined) {
    if (answer.status === 401) endSession('unauthorised');
    // Older servers say so with a 500 (system-api.md 2.8); a download carries the same text inside its blob.
    else if (answer.status === 500 && saysExpired(serverMessage || text)) endSession('expired');
  }
  throw new CallError({ kind: 'status', message: statusText(answer.status, serverMessage), ...facts });
}

function statusText(status: number, serverMessage: string): string {
  if (status === 403) return errorText('forbidden');
  if (status === 404) return errorText('notFound');
  if (status === 504) return errorText('timeout');
  if (status === 401) return storedToken() === undefined && serverMessage ? serverMessage : errorText('unauthorised');
  return serverMessage || errorText('failed');
}

async function reportingFailure<T>(options: CallOptions, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallError) {
      // The end of the session has its own message.
      const endsSession = storedToken() !== undefined && (error.status === 401 || saysExpired(error.message));
      if (options.notices !== 'none' && !endsSession) tellOfError(error);
      if (error.kind === 'refusal' && runtimeConfig().errorPagePaths.includes(path)) {
        for (const listener of errorPageListeners) listener(error);
      }
    }
    throw error;
  }
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
