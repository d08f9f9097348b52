import { sql } from 'kysely';
import type { Counter } from 'prom-client';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { AbandonedWork, type TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { noteBroken } from '#platform/invariants/server/note-broken.ts';
import { jobContext } from '#platform/jobs/server/job-context.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { removeDelivered } from './other-subscribers.ts';
import { type Fact, postpone } from './outbox-queue.ts';
import type { Subscription } from './subscribe.ts';

const LIMIT_SECONDS = 30;

export interface Delivery {
  readonly services: Services;
  /** Those of the event of the facts. */
  readonly subscriptions: readonly Subscription[];
  /** Names of all subscriptions of this server. */
  readonly own: readonly string[];
  readonly deliveries: Counter<'event' | 'result'>;
}

/** Facts of one tenant and one event, in their order. */
export type FactsTogether = readonly [Fact, ...Fact[]];

/**
 * Delivers facts to the subscribers that they concern, one after the other, each in a transaction of its own, and removes them then;
 * after a failure they wait for their next attempt. Of many that fail together one may be to blame: they are answered, to be
 * delivered each alone.
 */
export async function deliverFacts(
  facts: FactsTogether,
  { services, subscriptions, own, deliveries }: Delivery,
): Promise<readonly Fact[]> {
  const [first] = facts;
  const tenantId = String(first.tenant_id);
  const ids = facts.map(({ id }) => id);
  const begun = monotonicMs();
  let failed = false;
  try {
    for (const subscription of subscriptions) {
      for (const some of portionsFor(subscription, facts)) await deliverTo(services, tenantId, subscription, some);
    }
    await services.database.write(tenantId, (db) => removeDelivered(db, facts, own), 'background');
    deliveries.inc({ event: first.name, result: 'done' }, facts.length);
    return [];
  } catch (error) {
    failed = true;
    if (facts.length > 1 && !isAway(error)) return facts;
    deliveries.inc({ event: first.name, result: 'failed' }, facts.length);
    services.log.warn(
      { event: first.name, eventIds: ids, tenantId, attempt: first.attempts, err: error },
      'event delivery failed',
    );
    await noteBroken(services, error, { tenantId, work: `event ${first.name}` });
    await postpone(services, facts, error);
    return [];
  } finally {
    services.traces.record({
      name: `event ${first.name}`,
      kind: 'consumer',
      durationMs: monotonicMs() - begun,
      attributes: {
        ...{ 'console.tenant': tenantId, 'console.event_id': first.id, 'console.attempt': first.attempts },
        ...(facts.length > 1 && { 'console.facts': facts.length }),
      },
      failed,
    });
  }
}

/** What of the facts a subscriber takes in one transaction: all that concern it, or each by itself. */
function portionsFor({ concerns, takesMany }: Subscription, facts: FactsTogether): FactsTogether[] {
  const [first, ...others] = facts.filter(({ payload }) => concerns(payload));
  if (!first) return [];
  return takesMany ? [[first, ...others]] : [first, ...others].map((fact): FactsTogether => [fact]);
}

async function deliverTo(
  services: Services,
  tenantId: string,
  { name, limitSeconds = LIMIT_SECONDS, handle }: Subscription,
  facts: FactsTogether,
): Promise<void> {
  const signal = AbortSignal.timeout(limitSeconds * 1_000);
  const context = jobContext(services, tenantId, signal);
  await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
    const begun = await beginDelivery(tx.db, facts, name);
    const payloads = facts.flatMap(({ id, payload }) => (begun.has(id) ? [payload] : []));
    if (payloads.length > 0) await within(signal, name, handle(tx, payloads, context));
  });
}

/** The database does not answer: no fact is to blame, while one that is busy (`isPassing`) may be so because of one of them. */
const isAway = (error: unknown): boolean => error instanceof Problem && error.code === 'server.unavailable';

/**
 * Notes that facts are delivered to a subscription, and answers those that had not been already. A server that was slow to begin
 * may find that another one has taken a fact over and is done with it, its marks gone as well: what is no longer there is not
 * delivered again. The lock keeps it there until this transaction ends.
 */
async function beginDelivery(db: TenantDb, facts: FactsTogether, subscription: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ event_id: string }>`
    insert into subscription_done (tenant_id, event_id, subscription)
    select tenant_id, id, ${subscription} from outbox
     where tenant_id = ${facts[0].tenant_id} and id = any(${facts.map(({ id }) => id)}::uuid[]) for key share
    on conflict do nothing
    returning event_id`.execute(db);
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Cuts off a subscriber that does not return: its transaction is rolled back, and its place is used again (security 9.6). */
async function within(signal: AbortSignal, name: string, work: Promise<void>): Promise<void> {
  const overdue = Promise.withResolvers<never>();
  const cut = (): void => overdue.reject(new AbandonedWork(`subscriber ${name} passed its limit`));
  signal.addEventListener('abort', cut, { once: true });
  try {
    await Promise.race([work, overdue.promise]);
  } finally {
    signal.removeEventListener('abort', cut);
  }
}
