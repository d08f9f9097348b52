import { sql } from 'kysely';
import { Counter } from 'prom-client';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { requestEvents } from '#platform/http/contract/events.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Actor, SYSTEM_ACTOR } from './context.ts';
import type { Services } from './slice.ts';

/** So many refusals within this time raise one alert (security 5.7); it is raised again when they go on after it. */
const ALERT_AT = 20;
const WINDOW_MS = 5 * 60_000;

export interface Denial {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly permission: string;
  /** Method and path pattern. */
  readonly route: string;
  readonly address: string;
  readonly requestId: string;
}

/** Writes the row of a refusal; where a person is refused again and again, those who look after people hear of it. */
export async function noteDenial(services: Services, denial: Denial): Promise<void> {
  const { tenantId, actor } = denial;
  if (tenantId === '') return;
  const request = { tenantId, actor, address: denial.address, requestId: denial.requestId };
  const count = await runTransaction(services, request, async (tx) => {
    const { count: before } = await tx.db
      .selectFrom('audit_row')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('object_kind', '=', 'denial')
      .where('actor_id', '=', actor.id)
      .where('at', '>', windowBegins(services))
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: denial.permission,
      objectKind: 'denial',
      objectId: denial.route,
      result: 'refused',
    });
    return Number(before) + 1;
  });
  if (count >= ALERT_AT && (await claimAlert(services, denial, count))) await raiseAlert(services, denial, count);
}

const windowBegins = (services: Services): Date => new Date(services.clock.now().getTime() - WINDOW_MS);

/** True for the one server and request that raises it. */
function claimAlert(services: Services, { tenantId, actor, address }: Denial, count: number): Promise<boolean> {
  return services.database.acrossTenants('alerts are kept beside the tenants', async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`denials ${tenantId} ${actor.id}`}, 0))`.execute(db);
    const raised = await db
      .selectFrom('security_event')
      .select('id')
      .where('kind', '=', 'request.denied-often')
      .where('tenant_id', '=', Number(tenantId))
      .where('at', '>', windowBegins(services))
      .where(sql`detail->>'actorId'`, '=', actor.id)
      .executeTakeFirst();
    if (raised) return false;
    await db
      .insertInto('security_event')
      .values({
        id: newId(),
        at: services.clock.now(),
        kind: 'request.denied-often',
        tenant_id: Number(tenantId),
        address,
        detail: JSON.stringify({ actorId: actor.id, actorName: actor.name, count }),
      })
      .execute();
    return true;
  });
}

async function raiseAlert(services: Services, { tenantId, actor, route }: Denial, count: number): Promise<void> {
  services.log.warn(
    { alert: 'request.denied-often', tenantId, actorId: actor.id, route, count },
    'refused again and again',
  );
  alerts(services).inc({ kind: 'request.denied-often' });
  await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR }, (tx) =>
    tx.publish(requestEvents.deniedOften, { actorId: actor.id, actorName: actor.name, count }),
  );
}

function alerts({ metrics }: Services): Counter<'kind'> {
  const name = 'security_alerts_total';
  return (
    (metrics.getSingleMetric(name) as Counter<'kind'> | undefined) ??
    new Counter({ name, help: 'Alerts of the wall by their kind', labelNames: ['kind'], registers: [metrics] })
  );
}
