import type { Services } from '#platform/context/server/services.ts';
import { defineSchedule, type Schedule } from '#platform/jobs/server/define-job.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { readUpstream } from '../rules/upstream-uri.ts';

const TIMEOUT_MS = 5_000;
const KEPT_MS = 24 * 3_600_000;
const BROKEN = 500;
const AT_ONCE = 10;

export interface Health {
  readonly isUp: boolean;
  /** `HTTP 204`, or why there was no answer. */
  readonly answer: string;
  readonly tookMs: number;
}

/** Any answer but a failure of its own says that the upstream is there. */
export async function lookAt(services: Services, uri: string): Promise<Health> {
  const begun = monotonicMs();
  const done = (isUp: boolean, answer: string): Health => ({ isUp, answer, tookMs: Math.round(monotonicMs() - begun) });
  const upstream = readUpstream(uri, services.config.outboundAllow);
  if (typeof upstream === 'string') return done(false, 'not-listed');
  try {
    const { status } = await outboundOf(services).fetch(upstream.origin, { timeoutMs: TIMEOUT_MS });
    return done(status < BROKEN, `HTTP ${status}`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // it answered, if not with a page
    const isThere = error.reason === 'redirect' || error.reason === 'too-large';
    return done(isThere, error.reason);
  }
}

export async function keepHealth(services: Services, routeId: string, health: Health): Promise<void> {
  const row = {
    ...{ checked_at: services.clock.now(), is_up: health.isUp, answer: health.answer, took_ms: health.tookMs },
  };
  await services.database.identity(async (db) => {
    const known = await db
      .selectFrom('gateway_route')
      .select('id')
      .where('id', '=', routeId)
      .forShare()
      .executeTakeFirst();
    if (!known) return;
    await db
      .insertInto('gateway_health')
      .values({ route_id: routeId, ...row })
      .onConflict((conflict) => conflict.column('route_id').doUpdateSet(row))
      .execute();
  });
}

/** Looks at the upstreams of all routes that are on, each once; answers how many do not answer. */
export async function checkUpstreams(services: Services): Promise<number> {
  const routes = await services.database.identity((db) =>
    db.selectFrom('gateway_route').select(['id', 'uri']).where('status', '=', 1).execute(),
  );
  const uris = [...new Set(routes.map(({ uri }) => uri))];
  const found = new Map<string, Health>();
  for (let from = 0; from < uris.length; from += AT_ONCE)
    await Promise.all(uris.slice(from, from + AT_ONCE).map(async (uri) => found.set(uri, await lookAt(services, uri))));
  for (const { id, uri } of routes) {
    const health = found.get(uri);
    if (health) await keepHealth(services, id, health);
  }
  return [...found.values()].filter(({ isUp }) => !isUp).length;
}

export const upstreamSchedule: Schedule = defineSchedule({
  name: 'gateway-routes.check',
  expression: '30 * * * * *',
  missed: 'skip',
  run: async (services) => {
    await checkUpstreams(services);
    const before = new Date(services.clock.now().getTime() - KEPT_MS);
    await services.database.identity((db) => db.deleteFrom('gateway_traffic').where('minute', '<', before).execute());
  },
});
