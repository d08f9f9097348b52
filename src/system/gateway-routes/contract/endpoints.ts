import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, IntField, Text } from '#platform/http/contract/fields.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import { gatewayRoutes } from './gateway-routes.ts';

const Arg = z.union([z.string().max(500), z.number()]);
const part = <Args extends z.ZodType>(args: Args) =>
  z.strictObject({ name: z.string().max(64), args, title: z.string().max(100).optional() });

/** Texts, or members with names: `{ "header": "X-Kind", "regexp": "a.*" }`. */
export const OlderPredicate = part(z.union([z.array(Arg).max(20), z.record(z.string().max(64), Arg)]));
export type OlderPredicate = z.infer<typeof OlderPredicate>;
/** Keys and values; which keys there are depends on the filter. */
export const OlderFilter = part(z.array(z.strictObject({ key: z.string().max(100), value: Arg })).max(20));
export type OlderFilter = z.infer<typeof OlderFilter>;

/** A list, or its text. */
const listOf = <One extends z.ZodType>(one: One) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (value === '' ? [] : (jsonOfText(value) ?? value)) : (value ?? [])),
    z.array(one).max(20),
  ) as unknown as z.ZodType<z.output<One>[], z.input<One>[] | string | null | undefined>;

const Bit = IntField(0, 1).nullish();
const Kept = z.string().max(100).nullish();

const OlderRoute = z.strictObject({
  id: z.union([Id, z.literal('')]).nullish(),
  routerId: Text(64, 1),
  name: Text(100, 1),
  uri: Text(300, 1),
  predicates: listOf(OlderPredicate).optional(),
  filters: listOf(OlderFilter).optional(),
  stripPrefix: IntField(0, 10).nullish(),
  ...{ retryable: Bit, persistable: Bit, showApi: Bit, status: Bit },
  sessionNeeded: z.boolean().optional(),
  sort: IntField(0, 9_999).optional(),
  // what the list answered comes back with a save
  ...{ createBy: Kept, createTime: Kept, updateBy: Kept, updateTime: Kept },
});

export const UpdateAllRequest = z.strictObject({ router: OlderRoute });
export type UpdateAllRequest = z.infer<typeof UpdateAllRequest>;

export const OlderRouteRow = z.strictObject({
  ...{ id: z.string(), routerId: z.string(), name: z.string(), uri: z.string() },
  predicates: z.array(OlderPredicate),
  filters: z.array(OlderFilter),
  ...{ stripPrefix: z.int(), retryable: z.int(), persistable: z.int(), showApi: z.int(), status: z.int() },
  ...{ sessionNeeded: z.boolean(), sort: z.int() },
  ...{ createBy: z.string(), createTime: z.string(), updateBy: z.string().nullable() },
  updateTime: z.string().nullable(),
});
export type OlderRouteRow = z.infer<typeof OlderRouteRow>;

const base = gatewayRoutes.calls.base;

export const gatewayRouteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${base}/list`,
    permission: gatewayRoutes.permission('view'),
    request: z.strictObject({}),
    response: z.array(OlderRouteRow),
    summary: 'All gateway routes with their predicates and filters, as older clients read them',
  }),
  updateAll: endpoint({
    method: 'POST',
    path: `${base}/updateAll`,
    permission: gatewayRoutes.permission('edit'),
    request: UpdateAllRequest,
    response: Done,
    summary: 'Add or change a gateway route, as older clients write it',
  }),
  clear: endpoint({
    method: 'GET',
    alsoMethods: ['POST'],
    path: `${base}/clearRedis`,
    permission: gatewayRoutes.permission('edit'),
    effect: 'read',
    request: z.strictObject({}),
    response: Done,
    summary: 'Read the routes anew, on this server at once',
  }),
  check: endpoint({
    method: 'POST',
    path: `${base}/check`,
    permission: gatewayRoutes.permission('edit'),
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ isUp: z.boolean(), answer: z.string(), tookMs: z.int() }),
    summary: 'Look now whether the upstream of a route answers',
  }),
};

export const gatewayProblems = {
  'gateway.uri-form': 422,
  'gateway.balanced': 422,
  'gateway.not-listed': 422,
  'gateway.no-predicate': 422,
  'gateway.unknown-name': 422,
  'gateway.args': 422,
  'gateway.header-kept': 422,
  'gateway.no-route': 404,
  'gateway.path': 400,
  'gateway.upstream-busy': 503,
  'gateway.upstream-down': 502,
  'gateway.upstream-silent': 504,
} as const;
