import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Services } from '#platform/context/server/services.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { isPublicAddress } from '../rules/public-address.ts';
import { destinationGate } from './destination-gate.ts';
import { OutboundError } from './outbound-error.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}
type Resolve = (host: string) => Promise<readonly HostAddress[]>;

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** A longer answer is refused as too large. */
  readonly maxBytes?: number;
  /** Of a longer answer this much is read: for who asks for the status alone. */
  readonly keptBytes?: number;
}

/** The only way to a foreign server whose address a person typed (security 12). */
export interface Outbound {
  /** The whole answer, whatever its status; redirects are not followed. Throws `OutboundError`. */
  fetch(address: string | URL, request?: OutboundRequest): Promise<Response>;
  /** The same checks without a call, for the moment an address is saved (security 12.2). Throws `OutboundError`. */
  check(address: string | URL): Promise<void>;
  /** For protocols other than HTTP, such as SMTP: the checked addresses of a host, to connect to one of them. */
  addressesOf(host: string, port: number): Promise<readonly HostAddress[]>;
}

const opened = new WeakMap<object, Outbound>();

/** `fetch` to an address that a person set, under the rules of security 12; throws `OutboundError`. */
export function guardedFetch(
  services: Pick<Services, 'config'>,
  address: string | URL,
  request?: OutboundRequest,
): Promise<Response> {
  return outboundOf(services).fetch(address, request);
}

export function outboundOf({ config }: Pick<Services, 'config'>): Outbound {
  let found = opened.get(config);
  if (!found) {
    found = openOutbound({ allow: config.outboundAllow });
    opened.set(config, found);
  }
  return found;
}

/** `allow` is the operator's list of `host:port` that may be private and without TLS (`OUTBOUND_ALLOW`). */
export function openOutbound(options: { allow: readonly string[]; resolve?: Resolve }): Outbound {
  const allowed = new Set(options.allow.map((one) => one.toLowerCase()));
  const resolve: Resolve = options.resolve ?? ((host) => lookup(host, { all: true, verbatim: true }));
  const gate = destinationGate(monotonicMs);
  const isAllowed = (host: string, port: number): boolean => allowed.has(`${host.toLowerCase()}:${port}`);

  async function addressesOf(host: string, port: number): Promise<readonly HostAddress[]> {
    const bare = host.replace(/^\[|\]$/g, '');
    const family = isIP(bare);
    const found = family !== 0 ? [{ address: bare, family }] : await resolved(bare, resolve);
    // One private address among public ones is enough: the connection might take it.
    if (!isAllowed(host, port) && !found.every(({ address }) => isPublicAddress(address))) {
      throw new OutboundError('not-public', host);
    }
    return found;
  }

  function parse(address: string | URL): { url: URL; port: number } {
    const url = URL.canParse(String(address)) ? new URL(address) : undefined;
    if (!url) throw new OutboundError('address-form', 'an address that is none');
    const port = url.port !== '' ? Number(url.port) : url.protocol === 'http:' ? 80 : 443;
    const isUsual = url.protocol === 'https:' && port === 443;
    const isNamed = /^https?:$/.test(url.protocol) && isAllowed(url.hostname, port);
    if ((!isUsual && !isNamed) || url.username !== '' || url.password !== '') {
      throw new OutboundError('address-form', url.hostname);
    }
    return { url, port };
  }

  return {
    addressesOf,
    check: async (address) => {
      const { url, port } = parse(address);
      await addressesOf(url.hostname, port);
    },
    fetch: async (address, request = {}) => {
      const { url, port } = parse(address);
      return gate(url.host, async () => {
        const addresses = await addressesOf(url.hostname, port);
        return call(url, addresses, request);
      });
    },
  };
}

async function resolved(host: string, resolve: Resolve): Promise<readonly HostAddress[]> {
  const found = await resolve(host).catch((error) => {
    throw new OutboundError('unknown-host', host, error);
  });
  if (found.length === 0) throw new OutboundError('unknown-host', host);
  return found;
}

/** The connection goes to the addresses that were checked, so a second answer of the name server changes nothing. */
async function call(url: URL, addresses: readonly HostAddress[], request: OutboundRequest): Promise<Response> {
  const { Agent, request: send } = await import('undici');
  const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
  const agent = new Agent({
    connections: 1,
    pipelining: 1,
    connect: {
      timeout: timeoutMs,
      lookup: (_host, { all }, done) => {
        const [first] = addresses;
        if (all) done(null, [...addresses]);
        else done(null, first?.address ?? '', first?.family ?? 4);
      },
    },
  });
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    const answer = await send(url, {
      dispatcher: agent,
      method: request.method ?? 'GET',
      headers: { 'user-agent': 'smart-iot-console', ...request.headers },
      body: request.body ?? null,
      signal,
    });
    if (answer.statusCode >= 300 && answer.statusCode < 400) throw new OutboundError('redirect', url.host);
    const body = await readBody(answer, url, request);
    const isBodyless = answer.statusCode === 204 || answer.statusCode === 205;
    return new Response(isBodyless ? null : body, { status: answer.statusCode, headers: headersOf(answer) });
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (request.signal?.aborted) throw error;
    throw new OutboundError(isTimeout(error) || deadline.aborted ? 'timeout' : 'unreachable', url.host, error);
  } finally {
    void agent.destroy().catch(() => undefined);
  }
}

async function readBody(
  answer: Dispatcher.ResponseData,
  url: URL,
  { maxBytes = MAX_BYTES, keptBytes = Infinity }: OutboundRequest,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    size += part.length;
    parts.push(part);
    if (size >= keptBytes) break;
    if (size > maxBytes) throw new OutboundError('too-large', url.host);
  }
  return Buffer.concat(parts).subarray(0, Math.min(size, keptBytes));
}

function headersOf(answer: Dispatcher.ResponseData): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(`${error.name} ${(error as { code?: string }).code ?? ''}`);
}
