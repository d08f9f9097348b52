import { isStorefrontPath, isSystemPath } from '#platform/http/contract/bases.ts';
import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sign, signTime } from './sign.ts';

export interface Caller {
  readonly systemBase: string;
  readonly backendBase: string;
  readonly signSecret: string;
  readonly token: string | undefined;
  readonly tenantId: string;
  readonly language: Language;
  readonly now: Date;
}

export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** `json` is ours; `form` is for servers that read `application/x-www-form-urlencoded`. */
export type BodyForm = 'json' | 'form';

type Payload = Readonly<Record<string, unknown>>;

/** The shared request rules of platform.md 7 as one pure step, from endpoint and payload to what goes on the wire. */
export function prepareRequest(
  endpoint: CallAddress,
  payload: Payload,
  caller: Caller,
  bodyForm: BodyForm = 'json',
): PreparedRequest {
  const { path, rest } = fillPath(endpoint.path, payload);
  const base = isStorefrontPath(path) ? '' : isSystemPath(path) ? caller.systemBase : caller.backendBase;
  const isQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const params = isQuery ? withoutEmpty(rest) : rest;
  const headers = callerHeaders(caller);

  if (endpoint.method === 'GET' || endpoint.method === 'POST') {
    headers['X-Sign'] = sign(path, params, caller.signSecret);
    headers['X-TIMESTAMP'] = signTime(caller.now);
  }
  if (isQuery) {
    const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, queryText(value)]));
    // A cache buster in seconds, left out where answers may be cached (system-api.md 1.4).
    if (endpoint.method === 'GET' && !path.startsWith('/sys/dict/getDictItems')) {
      query.set('_t', String(Math.floor(caller.now.getTime() / 1000)));
    }
    const text = query.toString();
    return { url: base + path + (text && `?${text}`), method: endpoint.method, headers, body: undefined };
  }
  if (bodyForm === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
    const form = new URLSearchParams(
      Object.entries(withoutEmpty(rest)).map(([name, value]) => [name, queryText(value)]),
    );
    return { url: base + path, method: endpoint.method, headers, body: form.toString() };
  }
  headers['Content-Type'] = 'application/json';
  return { url: base + path, method: endpoint.method, headers, body: JSON.stringify(params) };
}

function callerHeaders(caller: Caller): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    // The specification sends `language` only with a token; before login this header decides (product.md 3).
    'Accept-Language': caller.language,
    'tenant-id': caller.tenantId,
  };
  if (caller.token !== undefined) {
    headers['X-Access-Token'] = caller.token;
    headers.language = caller.language;
  }
  return headers;
}

function fillPath(pattern: string, payload: Payload): { path: string; rest: Record<string, unknown> } {
  const rest = { ...payload };
  const path = pattern.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    // Commas stay readable: table dictionaries carry them in the path, and the signature looks for them.
    return encodeURIComponent(String(value ?? '')).replaceAll('%2C', ',');
  });
  return { path, rest };
}

function withoutEmpty(payload: Payload): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
