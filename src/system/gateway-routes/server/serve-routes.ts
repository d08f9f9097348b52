import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { addRecord, editRecord } from '#platform/records/server/save-record.ts';
import { type SlicePart, serveRecords } from '#platform/records/server/serve-records.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import type { OlderRouteRow, UpdateAllRequest } from '../contract/endpoints.ts';
import { type GatewayRoute, gatewayRoutes } from '../contract/gateway-routes.ts';
import { compileRoute, type RegexOf, type RoutePart, type RouteText } from '../rules/compile-route.ts';
import { filtersFrom, filterTo, predicatesFrom, predicateTo, type ShapeFault } from '../rules/older-shape.ts';
import { readUpstream } from '../rules/upstream-uri.ts';
import { gatewayOf } from './gateway.ts';
import { regexes } from './route-table.ts';
import { type Health, keepHealth, lookAt } from './upstream-health.ts';

type Draft = Pick<GatewayRoute, keyof typeof gatewayRoutes.fields>;

interface Fault {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string>>;
}

function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) throw new Problem(first.code, first.params ?? {}, { faults });
}

/** A route goes to an upstream of the operator's list, and each part of it can be obeyed. */
function mustBeObeyed(draft: Draft, allowed: readonly string[], regexOf: RegexOf): void {
  const upstream = readUpstream(draft.uri, allowed);
  if (typeof upstream === 'string') refuse([{ path: 'uri', code: upstream }]);
  const compiled = compileRoute(
    { ...(draft as unknown as RouteText), retryable: Number(draft.retryable) === 1 },
    regexOf,
  );
  if (!('matches' in compiled)) refuse(compiled);
}

const served: SlicePart = serveRecords(gatewayRoutes, {
  computed: {
    health: sql`coalesce((select case when h.is_up then 'up' else 'down' end from gateway_health h where h.route_id = record.id), '')`,
    healthAnswer: sql`coalesce((select h.answer from gateway_health h where h.route_id = record.id), '')`,
    healthMs: sql`(select h.took_ms from gateway_health h where h.route_id = record.id)`,
    checkedAt: sql`(select h.checked_at from gateway_health h where h.route_id = record.id)`,
    recentCalls: recent(sql`coalesce(sum(t.calls), 0)::int`),
    recentErrors: recent(sql`coalesce(sum(t.errors), 0)::int`),
    lastError: sql`coalesce((select t.last_error from gateway_traffic t where t.route_id = record.id and t.errors > 0
      and t.minute > now() - interval '15 minutes' order by t.minute desc limit 1), '')`,
  },
  // what is passed on, and where to, is the administrator's, and each change wants his password again (security 2.13, 4.9)
  decide: (_draft, _before, context) => {
    requireRoot(context);
    requireStepUp(context);
  },
  beforeSave: async (_tx, { draft }, { services }) =>
    mustBeObeyed(draft as Draft, services.config.outboundAllow, await regexes()),
  beforeRemove: async (tx, _row, context) => {
    requireRoot(tx);
    requireStepUp(context);
  },
});

function recent(figure: ReturnType<typeof sql>) {
  return sql`(select ${figure} from gateway_traffic t where t.route_id = record.id and t.minute > now() - interval '15 minutes')`;
}

/** Answered to the administrator alone, whatever a role grants. */
export const servedRoutes: SlicePart = {
  ...served,
  routes: served.routes.map((one) => ({
    ...one,
    handle: async (context, request) => {
      requireRoot(context);
      return one.handle(context, request);
    },
  })),
};

/** All routes as the older list has them: plain, with what is parsed. */
export async function listRoutes(context: RequestContext): Promise<OlderRouteRow[]> {
  requireRoot(context);
  return context.read(async (db) => {
    const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const rows = await db.selectFrom('gateway_route').selectAll().orderBy('sort').orderBy('router_id').execute();
    return rows.map((row) => ({
      ...{ id: row.id, routerId: row.router_id, name: row.name, uri: row.uri },
      predicates: (row.predicates as unknown as RouteText['predicates']).map(predicateTo),
      filters: (row.filters as unknown as RouteText['filters']).map(filterTo),
      ...{ stripPrefix: row.strip_prefix, retryable: row.retryable, persistable: row.persistable },
      ...{ showApi: row.show_api, status: row.status, sessionNeeded: row.session_needed, sort: row.sort },
      ...{ createBy: row.created_by, createTime: wallClock(row.created_at, time_zone) },
      updateBy: row.updated_by,
      updateTime: row.version > 1 ? wallClock(row.updated_at, time_zone) : null,
    }));
  });
}

/** Adds or changes a route as older clients write it; faults are named as they wrote it. */
export async function updateRoute(context: RequestContext, { router }: UpdateAllRequest): Promise<null> {
  requireRoot(context);
  const { id, predicates, filters, createBy, createTime, updateBy, updateTime, ...plain } = router;
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null && value !== undefined));
  const values = {
    ...given,
    ...(predicates ? { predicates: known(predicatesFrom(predicates)) } : {}),
    // none is none, and not what there was
    filters: known(filtersFrom(filters ?? [])),
  };
  try {
    if (id) await editRecord(served.served, context, { id, ...values });
    else await addRecord(served.served, context, values);
  } catch (error) {
    if (!(error instanceof Problem) || error.faults.length === 0) throw error;
    const faults = error.faults.map((fault) => ({ ...fault, path: `router.${fault.path}` }));
    throw new Problem(error.code, error.params, { faults });
  }
  gatewayOf(context.services).routes.forget();
  return null;
}

function known<Name extends string>(parts: readonly (RoutePart<Name> | ShapeFault)[]): RoutePart<Name>[] {
  refuse(parts.filter((one): one is ShapeFault => 'code' in one));
  return parts.filter((one): one is RoutePart<Name> => !('code' in one));
}

/** The name of the call is part of the contract (system-api.md 5.9); the routes lie in no Redis. */
export async function clearRoutes(context: RequestContext): Promise<null> {
  requireRoot(context);
  gatewayOf(context.services).routes.forget();
  return null;
}

export async function checkRoute(context: RequestContext, { id }: { readonly id: string }): Promise<Health> {
  requireRoot(context);
  const row = (await oneRecord(served.served, context, id)) as unknown as GatewayRoute;
  const health = await lookAt(context.services, row.uri);
  await keepHealth(context.services, id, health);
  await context.transaction(async (tx) => {
    await tx.audit({ action: 'gateway-route:check', objectKind: gatewayRoutes.name, objectId: id, after: health });
    await tx.live({ kind: gatewayRoutes.name, id, permission: gatewayRoutes.permission('view') });
  });
  return health;
}
