import { raiseAlertOnce } from '#platform/alerts/server/raise-alert.ts';
import { type Actor, SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { requestEvents } from '#platform/http/contract/events.ts';

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

/** Records a refusal; where a user is refused again and again, an event is published for those who manage users. */
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
  if (count >= ALERT_AT) await raiseAlert(services, denial, count);
}

const windowBegins = (services: Services): Date => new Date(services.clock.now().getTime() - WINDOW_MS);

async function raiseAlert(services: Services, denial: Denial, count: number): Promise<void> {
  const { tenantId, actor } = denial;
  const isFirst = await raiseAlertOnce(services, {
    kind: 'request.denied-often',
    tenantId,
    subject: actor.id,
    windowMs: WINDOW_MS,
    address: denial.address,
    detail: { actorId: actor.id, actorName: actor.name, route: denial.route, count },
  });
  if (!isFirst) return;
  await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR }, (tx) =>
    tx.publish(requestEvents.deniedOften, { actorId: actor.id, actorName: actor.name, count }),
  );
}
