import { sql } from 'kysely';
import type { Counter } from 'prom-client';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { AbandonedWork, type TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { noteBroken } from '#platform/invariants/server/note-broken.ts';
import { jobContext } from '#platform/jobs/server/job-context.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { removeDelivered } from './other-subscribers.ts';
import { type Fact, postpone } from './outbox-queue.ts';
import type { Subscription } from './subscribe.ts';

const LIMIT_SECONDS = 30;

export interface Delivery {
  readonly services: Services;
  /** Those of the fact's event. */
  readonly subscriptions: readonly Subscription[];
  /** Names of all subscriptions of this server. */
  readonly own: readonly string[];
  readonly deliveries: Counter<'event' | 'result'>;
}

/**
 * Delivers a fact to its subscribers one after the other, each in a transaction of its own, and removes it then; after a
 * failure it waits for its next attempt.
 */
export async function deliverFact(fact: Fact, { services, subscriptions, own, deliveries }: Delivery): Promise<void> {
  const tenantId = String(fact.tenant_id);
  const begun = monotonicMs();
  let failed = false;
  try {
    for (const subscription of subscriptions) {
      const signal = AbortSignal.timeout((subscription.limitSeconds ?? LIMIT_SECONDS) * 1_000);
      const context = jobContext(services, tenantId, signal);
      await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
        if (await beginDelivery(tx.db, fact, subscription.name))
          await within(signal, subscription.name, subscription.handle(tx, fact.payload, context));
      });
    }
    await services.database.write(tenantId, (db) => removeDelivered(db, fact, own), 'background');
    deliveries.inc({ event: fact.name, result: 'done' });
  } catch (error) {
    failed = true;
    deliveries.inc({ event: fact.name, result: 'failed' });
    services.log.warn(
      { event: fact.name, eventId: fact.id, tenantId, attempt: fact.attempts, err: error },
      'event delivery failed',
    );
    await noteBroken(services, error, { tenantId, work: `event ${fact.name}` });
    await postpone(services, fact, error);
  } finally {
    services.traces.record({
      name: `event ${fact.name}`,
      kind: 'consumer',
      durationMs: monotonicMs() - begun,
      attributes: { 'console.tenant': tenantId, 'console.event_id': fact.id, 'console.attempt': fact.attempts },
      failed,
    });
  }
}

/**
 * Notes that a fact is delivered to a subscription; false where it has been already. A server that was slow to begin may find
 * that another one has taken the fact over and is done with it, its marks gone as well: what is no longer there is not delivered
 * again. The lock keeps it there until this transaction ends.
 */
async function beginDelivery(db: TenantDb, fact: Fact, subscription: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into subscription_done (tenant_id, event_id, subscription)
    select tenant_id, id, ${subscription} from outbox where tenant_id = ${fact.tenant_id} and id = ${fact.id} for key share
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
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
