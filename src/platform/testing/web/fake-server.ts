import { vi } from 'vitest';

/** A call as it left the browser. */
export interface SentCall {
  readonly method: string;
  /** Without base and query, such as `/orders/page`. */
  readonly path: string;
  /** Query and body as one object, as an endpoint reads them. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** What a refusal says beside its status. */
export interface Refusal {
  readonly status: number;
  readonly message?: string;
  readonly problem?: string;
  readonly faults?: readonly { path: string; message: string }[];
  readonly conflict?: { current: object; changedBy: string; changedAt: string };
}

class Refused {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

/** An answer that is no result. */
export const refuse = (refusal: Refusal): Refused => new Refused(refusal);

/** As when the server cannot be reached: it is unknown whether the call arrived. */
export const unanswered = (): never => {
  throw new TypeError('Failed to fetch');
};

/** The result of a call, or what `refuse` made; a promise keeps the caller waiting. */
export type Answer = (request: SentCall['request'], call: SentCall) => unknown;

const REQUEST_ID = 'request-4711';
const answers = new Map<string, Answer>();
const sent: SentCall[] = [];

/** Stands in the place of `fetch` until the test ends: an address that no test has answered is refused with 404. */
export function startFakeServer(): void {
  vi.stubGlobal('fetch', async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const call = callOf(String(address), init);
    sent.push(call);
    const answer = answers.get(`${call.method} ${call.path}`);
    const result = answer ? await untilAborted(answer(call.request, call), init.signal) : refuse({ status: 404 });
    return result instanceof Refused ? refusalOf(result.refusal) : json(200, { success: true, code: '200', result });
  });
}

export function stopFakeServer(): void {
  vi.unstubAllGlobals();
  answers.clear();
  sent.length = 0;
}

/** Answers the calls of an endpoint from now on. */
export function answer(endpoint: { readonly method: string; readonly path: string }, how: Answer): void {
  answers.set(`${endpoint.method} ${endpoint.path}`, how);
}

/** The calls of an endpoint so far, the last one last. */
export const callsOf = (endpoint: { readonly method: string; readonly path: string }): readonly SentCall[] =>
  sent.filter(({ method, path }) => method === endpoint.method && path === endpoint.path);

function callOf(address: string, { method = 'GET', body, headers }: RequestInit): SentCall {
  const { pathname, searchParams } = new URL(address, location.href);
  const payload = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
  return {
    method,
    path: pathname.replace(/^\/(api|sos-backend)(?=\/)/, ''),
    request: { ...Object.fromEntries(searchParams), ...payload },
    headers: new Headers(headers),
  };
}

async function untilAborted<T>(value: T, signal: AbortSignal | null | undefined): Promise<Awaited<T>> {
  const aborted = new Promise<never>((_, fail) =>
    signal?.addEventListener('abort', () => fail(signal.reason as Error), { once: true }),
  );
  return Promise.race([value, aborted]);
}

const refusalOf = ({ status, message = 'Refused', ...more }: Refusal): Response =>
  json(status, { success: false, code: String(status), message, result: null, requestId: REQUEST_ID, ...more });

const json = (status: number, envelope: object): Response =>
  new Response(JSON.stringify({ message: '', timestamp: 0, ...envelope }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
