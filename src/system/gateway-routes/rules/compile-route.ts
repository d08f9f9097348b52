import { parseAddress } from '#platform/outbound/rules/public-address.ts';
import type { FilterName, PredicateName } from '../contract/gateway-routes.ts';

/** A regular expression that runs in linear time (security 2.13). */
export interface Regex {
  /** The whole text. */
  matches(text: string): boolean;
  replace(text: string, by: string): string;
}
/** Throws for a text that is none. */
export type RegexOf = (pattern: string) => Regex;

/** A call as predicates see it. */
export interface CallFacts {
  readonly method: string;
  /** Below the gateway's base, decoded; begins with a slash. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly host: string;
  readonly address: string;
  readonly at: Date;
}

export interface RoutePart<Name extends string> {
  readonly name: Name;
  readonly args: string;
}
export interface RouteText {
  readonly predicates: readonly RoutePart<PredicateName>[];
  readonly filters: readonly RoutePart<FilterName>[];
  readonly stripPrefix: number;
  readonly retryable: boolean;
}

export interface RouteFault {
  /** `predicates.0.args`. */
  readonly path: string;
  readonly code: 'gateway.args' | 'gateway.no-predicate' | 'gateway.header-kept';
  readonly params?: Readonly<Record<string, string>>;
}

export interface CompiledRoute {
  matches(call: CallFacts): boolean;
  /** The path and query to ask the upstream for. */
  target(path: string, query: string): string;
  readonly addRequest: readonly (readonly [name: string, value: string])[];
  readonly removeRequest: readonly string[];
  readonly addResponse: readonly (readonly [name: string, value: string])[];
  readonly removeResponse: readonly string[];
  /** How often a call that only reads is tried again. */
  readonly retries: number;
  /** Calls a second and at once, of one address. */
  readonly limit: { readonly perSecond: number; readonly burst: number } | undefined;
}

type Test = (call: CallFacts) => boolean;
class Wrong extends Error {
  readonly code: RouteFault['code'];
  constructor(code: RouteFault['code'] = 'gateway.args') {
    super(code);
    this.code = code;
  }
}
const wrong = (code?: RouteFault['code']): never => {
  throw new Wrong(code);
};

/** The route, ready to be asked, or what is wrong with its parts (system-api.md 5.9). */
export function compileRoute(text: RouteText, regexOf: RegexOf): CompiledRoute | readonly RouteFault[] {
  const faults: RouteFault[] = [];
  const tried = <Part extends RoutePart<string>, Made>(
    field: string,
    parts: readonly Part[],
    make: (part: Part) => Made,
  ): Made[] =>
    parts.flatMap((one, at) => {
      try {
        return [make(one)];
      } catch (error) {
        const code = error instanceof Wrong ? error.code : 'gateway.args';
        faults.push({ path: `${field}.${at}.args`, code, params: { name: one.name } });
        return [];
      }
    });
  const tests = tried('predicates', text.predicates, (one) => testOf(one, regexOf));
  const steps = tried('filters', text.filters, (one) => stepOf(one, regexOf));
  // a route that takes every call would take those of all others
  if (text.predicates.length === 0) faults.push({ path: 'predicates', code: 'gateway.no-predicate' });
  if (faults.length > 0) return faults;
  return routeOf(text, tests, steps);
}

function routeOf(text: RouteText, tests: readonly Test[], steps: readonly Step[]): CompiledRoute {
  const paths = steps.flatMap(({ path }) => path ?? []);
  if (text.stripPrefix > 0) paths.unshift(stripped(text.stripPrefix));
  const added = steps.flatMap(({ parameter }) => (parameter ? [parameter] : []));
  return {
    matches: (call) => tests.every((test) => test(call)),
    target: (path, query) => {
      const asked = paths.reduce((now, change) => change(now), path);
      const more = added.map((pair) => pair.map(encodeURIComponent).join('='));
      const all = [query, ...more].filter((one) => one !== '').join('&');
      const safe = asked.startsWith('/') ? asked : `/${asked}`;
      return all === '' ? safe : `${safe}?${all}`;
    },
    addRequest: steps.flatMap(({ addRequest }) => (addRequest ? [addRequest] : [])),
    removeRequest: steps.flatMap(({ removeRequest }) => removeRequest ?? []),
    addResponse: steps.flatMap(({ addResponse }) => (addResponse ? [addResponse] : [])),
    removeResponse: steps.flatMap(({ removeResponse }) => removeResponse ?? []),
    retries: Math.max(text.retryable ? 1 : 0, ...steps.map(({ retries }) => retries ?? 0)),
    limit: steps.find(({ limit }) => limit)?.limit,
  };
}

const listOf = (args: string): string[] =>
  args
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A name, and all behind the first comma. */
function pairOf(args: string): [string, string] {
  const at = args.indexOf(',');
  return at < 0 ? [args.trim(), ''] : [args.slice(0, at).trim(), args.slice(at + 1).trim()];
}

const some = <One>(list: readonly One[]): readonly One[] => (list.length === 0 ? wrong() : list);

function testOf({ name, args }: RoutePart<PredicateName>, regexOf: RegexOf): Test {
  switch (name) {
    case 'Path': {
      const patterns = some(listOf(args)).map((one) => regexOf(pathPattern(one)));
      return ({ path }) => patterns.some((pattern) => pattern.matches(path));
    }
    case 'Host': {
      const patterns = some(listOf(args)).map((one) => regexOf(hostPattern(one.toLowerCase())));
      return ({ host }) => patterns.some((pattern) => pattern.matches(host.toLowerCase()));
    }
    case 'Method': {
      const methods = some(listOf(args.toUpperCase())).map((one) => (METHODS.has(one) ? one : wrong()));
      return ({ method }) => methods.includes(method);
    }
    case 'Header':
      return valueTest(args, regexOf, ({ headers }, wanted) => [headers[wanted.toLowerCase()] ?? []].flat());
    case 'Query':
      return valueTest(args, regexOf, ({ query }, wanted) =>
        query.flatMap(([name, value]) => (name === wanted ? [value] : [])),
      );
    case 'Cookie':
      return valueTest(args, regexOf, ({ headers }, wanted) => cookiesNamed(headers['cookie'], wanted));
    case 'RemoteAddr':
      return addressTest(some(listOf(args)));
    default:
      return timeTest(name, listOf(args));
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/** One of the values has the form; without a form, one is there. */
function valueTest(args: string, regexOf: RegexOf, valuesOf: (call: CallFacts, name: string) => string[]): Test {
  const [name, form] = pairOf(args);
  if (!TOKEN.test(name)) wrong();
  const regex = form === '' ? undefined : regexOf(form);
  return (call) => valuesOf(call, name).some((value) => regex?.matches(value) ?? true);
}

function cookiesNamed(header: string | string[] | undefined, name: string): string[] {
  const pairs = [header ?? []].flat().flatMap((one) => one.split(';'));
  return pairs
    .map((pair) => pair.trim())
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
}

/** `10.0.0.0/8`, or one address. */
function addressTest(texts: readonly string[]): Test {
  const ranges = texts.map((text) => {
    const [address = '', length] = text.split('/');
    const bytes = parseAddress(address) ?? wrong();
    const bits = length === undefined ? bytes.length * 8 : numberIn(length, 0, bytes.length * 8);
    return { bytes, bits };
  });
  return ({ address }) => {
    const bytes = parseAddress(address.replace(/^::ffff:(?=\d+\.)/i, ''));
    return bytes !== undefined && ranges.some((range) => isWithin(bytes, range));
  };
}

function isWithin(
  bytes: readonly number[],
  range: { readonly bytes: readonly number[]; readonly bits: number },
): boolean {
  if (bytes.length !== range.bytes.length) return false;
  return range.bytes.every((wanted, at) => {
    const kept = Math.min(8, Math.max(0, range.bits - at * 8));
    const mask = (0xff << (8 - kept)) & 0xff;
    return ((bytes[at] ?? 0) & mask) === (wanted & mask);
  });
}

function timeTest(name: 'After' | 'Before' | 'Between', texts: readonly string[]): Test {
  const times = texts.map(timeOf);
  const [first = wrong(), second] = times;
  if (times.length !== (name === 'Between' ? 2 : 1)) wrong();
  if (name === 'After') return ({ at }) => at >= first;
  if (name === 'Before') return ({ at }) => at < first;
  const end = second ?? wrong();
  return ({ at }) => at >= first && at < end;
}

/** An instant with its offset; the name of a zone behind it, as the older contract writes it, says nothing more. */
function timeOf(text: string): Date {
  const plain = text.replace(/\[[\w/+-]+\]$/, '');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(plain)) wrong();
  const time = new Date(plain);
  return Number.isNaN(time.getTime()) ? wrong() : time;
}

const PATTERN_PATH = /^\/[\w\-.~/*?{}%@:+!]*$/;
const quoted = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

/** `*` is within a part of the path, `**` any number of parts, `{name}` one part. */
function pathPattern(pattern: string): string {
  if (!PATTERN_PATH.test(pattern)) wrong();
  const parts = pattern.slice(1).split('/');
  const made = parts.map((part) => {
    if (part === '**') return '(/.*)?';
    if (/^\{\w+\}$/.test(part)) return '/[^/]+';
    if (part.includes('**') || /[{}]/.test(part)) wrong();
    return `/${quoted(part).replaceAll('\\*', '[^/]*').replaceAll('\\?', '[^/]')}`;
  });
  return made.join('');
}

/** `*` is within a part of the name, `**` any number of parts. */
function hostPattern(pattern: string): string {
  if (!/^[a-z0-9.*:-]+$/.test(pattern)) wrong();
  return pattern
    .split('.')
    .map((part) => (part === '**' ? '.+' : quoted(part).replaceAll('\\*', '[^.]*')))
    .join('\\.');
}

interface Step {
  readonly path?: (path: string) => string;
  readonly parameter?: readonly [string, string];
  readonly addRequest?: readonly [string, string];
  readonly removeRequest?: string;
  readonly addResponse?: readonly [string, string];
  readonly removeResponse?: string;
  readonly retries?: number;
  readonly limit?: CompiledRoute['limit'];
}

const MOST_RETRIES = 5;

function stepOf({ name, args }: RoutePart<FilterName>, regexOf: RegexOf): Step {
  switch (name) {
    case 'StripPrefix':
      return { path: stripped(numberIn(args, 0, 10)) };
    case 'PrefixPath': {
      const prefix = args.trim();
      if (!/^\/[\w\-.~/%]*$/.test(prefix) || hasDots(prefix)) wrong();
      return { path: (path) => `${prefix.replace(/\/$/, '')}${path}` };
    }
    case 'RewritePath': {
      const at = args.lastIndexOf(',');
      if (at < 1) wrong();
      const pattern = args.slice(0, at).trim();
      const regex = regexOf(pattern);
      // `$\{name}` is how configuration files write `${name}`
      const by = args
        .slice(at + 1)
        .trim()
        .replaceAll('$\\', '$');
      if (/[\s?#]/.test(by)) wrong();
      // a group that the pattern has not is found out now, and not by each call
      regexOf(`(?:${pattern})|`).replace('', by);
      return { path: (path) => regex.replace(path, by) };
    }
    case 'AddRequestHeader':
      return { addRequest: headerPair(args, isKeptRequestHeader) };
    case 'RemoveRequestHeader':
      return { removeRequest: headerName(args) };
    case 'AddResponseHeader':
      return { addResponse: headerPair(args, isKeptResponseHeader) };
    case 'RemoveResponseHeader':
      return { removeResponse: headerName(args) };
    case 'AddRequestParameter': {
      const [key, value] = pairOf(args);
      return key === '' ? wrong() : { parameter: [key, value] };
    }
    case 'Retry':
      return { retries: numberIn(args, 1, MOST_RETRIES) };
    default: {
      const [perSecond, burst] = listOf(args);
      const rate = numberIn(perSecond ?? '', 1, 1_000);
      return { limit: { perSecond: rate, burst: numberIn(burst ?? String(rate), 1, 1_000) } };
    }
  }
}

function numberIn(text: string, least: number, most: number): number {
  const number = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : wrong();
}

const stripped = (parts: number) => (path: string) =>
  `/${path
    .split('/')
    .slice(parts + 1)
    .join('/')}`;
const hasDots = (path: string): boolean => path.split('/').some((part) => part === '.' || part === '..');

function headerPair(args: string, isKept: (name: string) => boolean): [string, string] {
  const [name, value] = pairOf(args);
  headerName(name);
  if (isKept(name.toLowerCase())) wrong('gateway.header-kept');
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? [name, value] : wrong();
}

const headerName = (text: string): string => (TOKEN.test(text.trim()) ? text.trim().toLowerCase() : wrong());

/** Of one connection, whatever they say (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'http2-settings'],
]);
/** Ours: who calls here is nobody there, and no upstream learns a token or a tenant of the console (settled 36). */
const OURS: ReadonlySet<string> = new Set([
  ...['cookie', 'authorization', 'x-access-token', 'tenant-id', 'x-sign', 'x-timestamp', 'idempotency-key'],
  ...['x-tenant-id', 'x-version', 'x-low-app-id', 'forwarded', 'x-real-ip', 'host', 'content-length'],
]);
/** An upstream's page must be no page of the console: no cookies, no rules for the origin (security 13). */
const NOT_ANSWERED: ReadonlySet<string> = new Set([
  ...['set-cookie', 'set-cookie2', 'clear-site-data', 'strict-transport-security', 'service-worker-allowed'],
  ...['content-security-policy', 'content-security-policy-report-only', 'x-content-type-options', 'alt-svc'],
  ...['refresh', 'www-authenticate', 'public-key-pins', 'report-to', 'nel', 'x-request-id'],
]);

/** A filter must not set it: it is a connection's, or the server says it itself. */
const isKeptRequestHeader = (name: string): boolean =>
  HOP_BY_HOP.has(name) || name === 'host' || name === 'content-length' || name.startsWith('x-forwarded-');
const isKeptResponseHeader = (name: string): boolean =>
  HOP_BY_HOP.has(name) || NOT_ANSWERED.has(name) || name === 'content-length' || name.startsWith('access-control-');

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Headers that the connection's own header names belong to the connection too. */
function named(headers: Headers): ReadonlySet<string> {
  const words = [headers['connection'] ?? []].flat().flatMap((one) => one.toLowerCase().split(','));
  return new Set(words.map((one) => one.trim()));
}

/** What of a call's headers goes to the upstream, with what the route adds. */
export function requestHeaders(
  headers: Headers,
  route: Pick<CompiledRoute, 'addRequest' | 'removeRequest'>,
): Record<string, string | string[]> {
  const ofConnection = named(headers);
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const isOut = HOP_BY_HOP.has(name) || OURS.has(name) || ofConnection.has(name) || name.startsWith('x-forwarded-');
    return isOut || value === undefined || route.removeRequest.includes(name) ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), ...gathered(route.addRequest) };
}

/** What of an upstream's headers is answered, with what the route adds. */
export function responseHeaders(
  headers: Headers,
  route: Pick<CompiledRoute, 'addResponse' | 'removeResponse'>,
): Record<string, string | string[]> {
  const ofConnection = named(headers);
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const isOut =
      HOP_BY_HOP.has(name) || NOT_ANSWERED.has(name) || ofConnection.has(name) || name.startsWith('access-control-');
    return isOut || value === undefined || route.removeResponse.includes(name) ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    ...gathered(route.addResponse),
    // whatever it is, it runs nothing as a page of the console
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  };
}

function gathered(pairs: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of pairs) {
    const before = found[name.toLowerCase()];
    found[name.toLowerCase()] = before === undefined ? value : [before, value].flat();
  }
  return found;
}

/** The path below the gateway's base, decoded; undefined for one that an upstream might read differently from us. */
export function plainPath(raw: string): string | undefined {
  const parts: string[] = [];
  for (const part of raw.split('/')) {
    try {
      parts.push(decodeURIComponent(part));
    } catch {
      return undefined;
    }
  }
  // a second decoding, as some upstreams do, must find no other path either
  const isOdd = parts.some((part) => part === '.' || part === '..' || /[/\\;\p{Cc}]|%2e|%2f|%5c/iu.test(part));
  return isOdd || parts.slice(1, -1).includes('') ? undefined : parts.join('/');
}
