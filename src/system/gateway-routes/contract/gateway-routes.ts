import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, rows, text } from '#platform/records/contract/fields.ts';

/** What a call must be like: all of a route's must hold (system-api.md 5.9). */
export const PREDICATES = [
  ...(['Path', 'Method', 'Host', 'Header', 'Query', 'Cookie', 'RemoteAddr'] as const),
  ...(['After', 'Before', 'Between'] as const),
] as const;
export type PredicateName = (typeof PREDICATES)[number];

/** What becomes of a call and its answer, in this order. */
export const FILTERS = [
  ...(['StripPrefix', 'PrefixPath', 'RewritePath', 'AddRequestHeader', 'RemoveRequestHeader'] as const),
  ...(['AddRequestParameter', 'AddResponseHeader', 'RemoveResponseHeader', 'Retry', 'RequestRateLimiter'] as const),
] as const;
export type FilterName = (typeof FILTERS)[number];

const ARGS = 500;
const MOST_PARTS = 20;
const SWITCH = [1, 0] as const;

/** Where calls below `/gateway` are passed on to (system-api.md 5.9, settled 36); the administrator's. */
export const gatewayRoutes = defineRecords({
  name: 'gatewayRoute',
  namespace: 'gateway-routes',
  // the older list is a plain array, and stands beside ours
  calls: systemCalls('/sys/gatewayRoute', { page: 'page' }),
  // predicates and filters have no place in a table of cells
  without: ['importCheck', 'importExcel', 'exportXls'],
  switch: 'status',
  order: { by: 'sort', direction: 'asc' },
  label: 'name',
  value: 'routerId',
  olderTable: 'sys_gateway_route',
  fields: {
    routerId: text(64, { required: true, unique: true, search: true, sort: true }),
    name: text(100, { required: true, search: true, sort: true }),
    uri: text(300, { required: true, search: true }),
    predicates: rows(
      { name: choice(PREDICATES, 'gateway_predicate', { required: true }), args: text(ARGS, { required: true }) },
      MOST_PARTS,
    ),
    filters: rows(
      { name: choice(FILTERS, 'gateway_filter', { required: true }), args: text(ARGS, { required: true }) },
      MOST_PARTS,
    ),
    /** How many parts of the path go before it is passed on, beside what a filter says. */
    stripPrefix: integer(0, 10, { empty: 0 }),
    /** A call that only reads is tried once more where the upstream does not answer. */
    retryable: choice([0, 1], 'on_off', { empty: 0, filter: false }),
    /** Callers need a session of the console. */
    sessionNeeded: flag(true),
    /** The first that fits is taken: lower numbers first. */
    sort: integer(0, 9_999, { empty: 100, sort: true }),
    status: choice(SWITCH, 'on_off', { empty: 1, sort: true }),
    /** Kept for older clients; nothing follows from them. */
    persistable: integer(0, 1, { empty: 0 }),
    showApi: integer(0, 1, { empty: 0 }),
  },
  computed: {
    /** `up`, `down`, or empty where nobody has looked yet. */
    health: text(10),
    healthAnswer: text(300),
    healthMs: integer(0, Number.MAX_SAFE_INTEGER),
    checkedAt: instant(),
    /** Of the last 15 minutes, on all servers. */
    recentCalls: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    recentErrors: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    lastError: text(300),
  },
});
export type GatewayRoute = RecordOf<typeof gatewayRoutes>;

/** Calls below it are passed on; the rest of the path is what predicates see. */
export const GATEWAY_BASE = '/gateway';
