import { sql } from 'kysely';
import { Counter } from 'prom-client';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { AbandonedWork, type TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { noteBroken } from '#platform/invariants/server/note-broken.ts';
import { jobContext } from '#platform/jobs/server/job-context.ts';
import { countedGauges } from '#platform/observability/server/counted-gauges.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { leaveToOthers, nobodyHears, recordSubscriptions, removeHeard } from './heard-elsewhere.ts';
import type { Subscription } from './subscribe.ts';

const LOOK_EVERY_MS = 1_000;
const BATCH = 50;
const AT_ONCE = 4;
/** A server that dies between claim and delivery gives the fact back after this time. */
const LEASE_SECONDS = 60;
const LIMIT_SECONDS = 30;
const TELL_EVERY_MS = 15_000;

interface Fact {
  tenant_id: number;
  id: string;
  name: string;
  aggregate: string;
  payload: unknown;
  attempts: number;
}

export interface EventDispatcher {
  wake(): void;
  drain(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Delivers outbox facts to their subscribers, at least once, in order per aggregate: a fact waits while an older one of
 * its aggregate is still there. What only servers of another version hear is left to them. Perform first, then delete (security 9.3).
 */
export function startEventDispatcher(services: Services, subscriptions: readonly Subscription[]): EventDispatcher {
  const byEvent = Map.groupBy(subscriptions, (subscription) => subscription.event.name);
  const heardHere = [...byEvent.keys()];
  const own = subscriptions.map(({ name }) => name);
  const deliveries = measure(services, heardHere);
  let toldAt = Number.NEGATIVE_INFINITY;
  let running: Promise<number> | undefined;
  let again = false;
  let stopped = false;

  /** In the order of their turn, so that a long queue is read from its beginning only, each look along an index. */
  async function claim(): Promise<Fact[]> {
    return services.database.acrossTenants('deliver events', async (db) => {
      const { rows } = await sql<Fact>`
        update outbox set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
         where (tenant_id, id) in (
           select o.tenant_id, o.id from outbox o
            where o.next_attempt_at <= now() and (o.name = any(${heardHere}::text[]) or ${nobodyHears})
              and (o.aggregate = '' or not exists (
                select 1 from outbox e
                 where e.name = any(${heardHere}::text[]) and e.tenant_id = o.tenant_id and e.aggregate = o.aggregate and e.aggregate <> '' and e.id < o.id))
            order by o.next_attempt_at, o.id limit ${BATCH} for update skip locked)
        returning tenant_id, id, name, aggregate, payload, attempts`.execute(db);
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    });
  }

  async function deliver(fact: Fact): Promise<void> {
    const tenantId = String(fact.tenant_id);
    const begun = monotonicMs();
    let failed = false;
    try {
      for (const subscription of byEvent.get(fact.name) ?? []) {
        const signal = AbortSignal.timeout((subscription.limitSeconds ?? LIMIT_SECONDS) * 1_000);
        const context = jobContext(services, tenantId, signal);
        await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
          if (await beginHearing(tx.db, fact, subscription.name))
            await within(signal, subscription.name, subscription.handle(tx, fact.payload, context));
        });
      }
      await services.database.write(tenantId, (db) => removeHeard(db, fact, own), 'background');
      deliveries.inc({ event: fact.name, result: 'done' });
    } catch (error) {
      failed = true;
      deliveries.inc({ event: fact.name, result: 'failed' });
      services.log.warn(
        { event: fact.name, eventId: fact.id, tenantId, attempt: fact.attempts, err: error },
        'event delivery failed',
      );
      await noteBroken(services, error, { tenantId, work: `event ${fact.name}` });
      const pause = Math.min(300, 2 ** Math.min(fact.attempts, 8));
      await services.database
        .acrossTenants('put a failed event back', (db) =>
          sql`update outbox set next_attempt_at = now() + make_interval(secs => ${pause}), last_error = ${String((error as Error).message).slice(0, 500)}
               where tenant_id = ${fact.tenant_id} and id = ${fact.id}`.execute(db),
        )
        .catch((failure) => services.log.error({ err: failure }, 'could not put an event back'));
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

  /** What a stopping server has claimed and not begun is there for the others at once. */
  async function putBack(facts: readonly Fact[]): Promise<void> {
    if (facts.length === 0) return;
    await services.database.acrossTenants('put back what was claimed', (db) =>
      sql`update outbox set next_attempt_at = now(), attempts = attempts - 1 where (tenant_id, id) in (
            select * from unnest(${facts.map((fact) => fact.tenant_id)}::bigint[], ${facts.map((fact) => fact.id)}::uuid[]))`.execute(
        db,
      ),
    );
  }

  async function passes(): Promise<number> {
    let done = 0;
    try {
      while (again && !stopped) {
        again = false;
        // before anything is taken: whoever is of another version sees what is wanted here
        if (monotonicMs() - toldAt > TELL_EVERY_MS) {
          await recordSubscriptions(services, subscriptions);
          toldAt = monotonicMs();
        }
        const facts = await claim();
        if (facts.length === 0) continue;
        again = true;
        done += facts.length;
        await leaveToOthers(
          services,
          facts.filter((fact) => !byEvent.has(fact.name)),
        );
        const waiting = facts.filter((fact) => byEvent.has(fact.name));
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            while (!stopped) {
              const fact = waiting.shift();
              if (!fact) return;
              await deliver(fact);
            }
          }),
        );
        await putBack(waiting);
      }
    } catch (error) {
      services.log.warn({ err: error }, 'event dispatcher');
    }
    return done;
  }

  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= passes().finally(() => {
      running = undefined;
    });
  }

  const timer = setInterval(wake, LOOK_EVERY_MS);
  services.jobs.onEvents(wake);
  return {
    wake,
    drain: async () => {
      let done = 0;
      for (;;) {
        const underWay = (await running) ?? 0;
        wake();
        const found = underWay + ((await running) ?? 0);
        done += found;
        if (found === 0) return done;
      }
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Notes that a subscriber hears a fact; false where it has heard it. A server that was slow to begin may find that another
 * one has taken the fact over and is done with it, its marks gone as well: what is no longer there is not heard again. The
 * lock keeps it there until this transaction ends.
 */
async function beginHearing(db: TenantDb, fact: Fact, subscription: string): Promise<boolean> {
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

/** What was delivered; what waits and for how long (security 9.6). */
function measure({ database, metrics }: Services, heardHere: readonly string[]): Counter<'event' | 'result'> {
  countedGauges(
    metrics,
    [
      { name: 'events_waiting', help: 'Facts that wait for their subscribers' },
      { name: 'events_oldest_waiting_seconds', help: 'Age of the oldest fact that waits' },
      { name: 'events_for_other_servers', help: 'Facts that no subscription of this server hears', label: 'event' },
    ],
    async () => {
      const { rows } = await database.acrossTenants('count what waits', (db) =>
        sql<{ count: number; age: number }>`
          select count(*) as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from outbox`.execute(
          db,
        ),
      );
      const { rows: strange } = await database.acrossTenants('count what waits for others', (db) =>
        sql<{ name: string; count: number }>`
          select name, count(*) as count from outbox where name <> all(${[...heardHere]}::text[]) group by name`.execute(
          db,
        ),
      );
      return {
        events_for_other_servers: new Map(strange.map(({ name, count }) => [name, count])),
        events_waiting: new Map([['', rows[0]?.count ?? 0]]),
        events_oldest_waiting_seconds: new Map([['', rows[0]?.age ?? 0]]),
      };
    },
  );
  return new Counter({
    name: 'event_deliveries_total',
    help: 'Deliveries of facts by their outcome',
    labelNames: ['event', 'result'],
    registers: [metrics],
  });
}
