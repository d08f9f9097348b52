import type { OlderFilter, OlderPredicate } from '../contract/endpoints.ts';
import { FILTERS, type FilterName, PREDICATES, type PredicateName } from '../contract/gateway-routes.ts';
import type { RoutePart } from './compile-route.ts';

/** Members of predicates that older clients name, in the order of our text. */
const MEMBERS: Partial<Record<PredicateName, readonly [string, string]>> = {
  Header: ['header', 'regexp'],
  Query: ['param', 'regexp'],
  Cookie: ['name', 'regexp'],
};
const KEYS: Readonly<Record<FilterName, readonly string[]>> = {
  StripPrefix: ['parts'],
  PrefixPath: ['prefix'],
  RewritePath: ['regexp', 'replacement'],
  AddRequestHeader: ['name', 'value'],
  RemoveRequestHeader: ['name'],
  AddRequestParameter: ['name', 'value'],
  AddResponseHeader: ['name', 'value'],
  RemoveResponseHeader: ['name'],
  Retry: ['retries'],
  RequestRateLimiter: ['redis-rate-limiter.replenishRate', 'redis-rate-limiter.burstCapacity'],
};
/** Callers are told apart by their address, and in no other way. */
const BY_ADDRESS = '#{@ipKeyResolver}';

export interface ShapeFault {
  readonly path: string;
  readonly code: 'gateway.unknown-name' | 'gateway.args';
  readonly params: Readonly<Record<string, string>>;
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

const fault = (path: string, code: ShapeFault['code'], name: string): ShapeFault => ({ path, code, params: { name } });

/** The older contract's predicates as rows of name and text; what is none is named. */
export function predicatesFrom(list: readonly OlderPredicate[]): (RoutePart<PredicateName> | ShapeFault)[] {
  return list.map(({ name, args }, at) => {
    if (!isOneOf(PREDICATES, name)) return fault(`router.predicates.${at}.name`, 'gateway.unknown-name', name);
    if (Array.isArray(args)) return { name, args: args.join(', ') };
    const members = MEMBERS[name] ?? [];
    const isKnown = Object.keys(args).every((key) => (members as readonly string[]).includes(key));
    if (!isKnown || members.length === 0) return fault(`router.predicates.${at}.args`, 'gateway.args', name);
    const values = members.map((key) => String(args[key] ?? ''));
    return { name, args: values.at(-1) === '' ? (values[0] ?? '') : values.join(', ') };
  });
}

export function filtersFrom(list: readonly OlderFilter[]): (RoutePart<FilterName> | ShapeFault)[] {
  return list.map(({ name, args }, at) => {
    if (!isOneOf(FILTERS, name)) return fault(`router.filters.${at}.name`, 'gateway.unknown-name', name);
    const keys = KEYS[name];
    const given = args.filter(({ key }) => key !== 'key-resolver');
    const isElse = args.some(({ key, value }) => key === 'key-resolver' && value !== BY_ADDRESS);
    if (isElse || given.length === 0) return fault(`router.filters.${at}.args`, 'gateway.args', name);
    const [only] = given;
    // one header by itself: the key is its name
    const isBare =
      keys.length === 2 && given.length === 1 && only && !keys.includes(only.key) && !only.key.startsWith('_');
    if (isBare) return { name, args: `${only.key}, ${only.value}` };
    const isNamed = given.every(({ key }) => keys.includes(key));
    const values = isNamed
      ? keys.map((key) => given.find((one) => one.key === key)?.value ?? '')
      : given.map(({ value }) => value);
    return { name, args: values.map(String).join(', ').replace(/, $/, '') };
  });
}

export const predicateTo = ({ name, args }: RoutePart<PredicateName>): OlderPredicate => {
  const members = MEMBERS[name];
  if (!members) return { name, args: args.split(',').map((one) => one.trim()) };
  const [first = '', second = ''] = atFirstComma(args);
  return { name, args: { [members[0]]: first, [members[1]]: second } };
};

export function filterTo({ name, args }: RoutePart<FilterName>): OlderFilter {
  const keys = KEYS[name];
  const values = keys.length === 1 ? [args.trim()] : name === 'RewritePath' ? atLastComma(args) : atFirstComma(args);
  const pairs = keys.map((key, at) => ({ key, value: values[at] ?? '' }));
  return { name, args: name === 'RequestRateLimiter' ? [{ key: 'key-resolver', value: BY_ADDRESS }, ...pairs] : pairs };
}

const split = (text: string, at: number): string[] =>
  at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
const atFirstComma = (text: string): string[] => split(text, text.indexOf(','));
const atLastComma = (text: string): string[] => split(text, text.lastIndexOf(','));
