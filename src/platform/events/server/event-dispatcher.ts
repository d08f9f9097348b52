import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';
import { countedGauges } from '#platform/observability/server/counted-gauges.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { deliverFacts, type FactsTogether } from './deliver-facts.ts';
import { GatheringEvents } from './gathering-events.ts';
import { leaveToOthers, recordSubscriptions } from './other-subscribers.ts';
import { claimFacts, type Fact, putBack, renewLeases } from './outbox-queue.ts';
import type { Subscription } from './subscribe.ts';

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 4;
/** Of an event that some of its subscribers take singly: a fact waits for so many of its neighbours until it is removed with them. */
const IN_A_PORTION = 20;
const RECORD_EVERY_MS = 15_000;
/** Three times within a lease, for one may come late. */
const RENEW_EVERY_MS = 4_000;

export interface EventDispatcher {
  wake(): void;
  drain(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Delivers outbox facts to their subscribers, at least once, in order per aggregate: a fact waits while an older one of
 * its aggregate is still there, or goes with it. Where all subscribers of an event take many, what waits of it in a tenant is delivered
 * together, else in smaller portions; what failed before is delivered alone, so that it fails alone (decision 128). What only
 * servers of another version subscribe to is left to them. Perform first, then delete (security 9.3).
 */
export function startEventDispatcher(services: Services, subscriptions: readonly Subscription[]): EventDispatcher {
  const byEvent = Map.groupBy(subscriptions, (subscription) => subscription.event.name);
  const events = [...byEvent.keys()];
  const takingMany = new Set(events.filter((name) => byEvent.get(name)?.every(({ takesMany }) => takesMany)));
  const own = subscriptions.map(({ name }) => name);
  const deliveries = measure(services, events);
  let recordedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<number> | undefined;
  let again = false;
  let stopped = false;
  let draining = false;
  /** Claimed and not yet delivered: kept from other servers for as long as this one lives. */
  const claimed = new Set<Fact>();
  const gathering = new GatheringEvents(takingMany, wake);

  async function passes(): Promise<number> {
    let done = 0;
    try {
      while (again && !stopped) {
        again = false;
        // before anything is taken: servers of another version see what is wanted here
        if (monotonicMs() - recordedAt > RECORD_EVERY_MS) {
          await recordSubscriptions(services, subscriptions);
          recordedAt = monotonicMs();
        }
        const facts = await claimFacts(services, {
          events,
          together: takingMany,
          gathering: draining ? [] : gathering.names(),
        });
        if (facts.length === 0) continue;
        again = true;
        done += facts.length;
        for (const fact of facts) claimed.add(fact);
        await leaveToOthers(
          services,
          facts.filter((fact) => !byEvent.has(fact.name)),
        );
        const waiting = together(
          facts.filter((fact) => byEvent.has(fact.name)),
          takingMany,
        );
        const failed = (await deliverAll(waiting)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
        const alone = oldestOfEach(failed);
        const later = failed.filter((fact) => !alone.includes(fact));
        const unbegun = alone.map((fact): FactsTogether => [fact]);
        await deliverAll(unbegun);
        claimed.clear();
        await putBack(services, later, { wasTried: true });
        await putBack(services, [...waiting, ...unbegun].flat());
        gathering.begin(facts);
      }
    } catch (error) {
      services.log.warn({ err: error }, 'event dispatcher');
    } finally {
      claimed.clear();
    }
    return done;
  }

  /** Several at once; what a stop leaves over stays in the list. Answers what failed together. */
  async function deliverAll(waiting: FactsTogether[]): Promise<Fact[]> {
    const failed: Fact[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (!stopped) {
          const facts = waiting.shift();
          if (!facts) return;
          const subscriptions = byEvent.get(facts[0].name) ?? [];
          const ofThese = await deliverFacts(facts, { services, subscriptions, own, deliveries });
          failed.push(...ofThese);
          for (const fact of facts) if (!ofThese.includes(fact)) claimed.delete(fact);
        }
      }),
    );
    return failed;
  }

  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= passes().finally(() => {
      running = undefined;
    });
  }

  const timer = setInterval(wake, LOOK_EVERY_MS);
  const renewal = setInterval(() => {
    renewLeases(services, [...claimed]).catch((error) => services.log.warn({ err: error }, 'event dispatcher'));
  }, RENEW_EVERY_MS);
  services.jobs.onEvents(wake);
  return {
    wake,
    drain: async () => {
      let done = 0;
      draining = true;
      try {
        for (;;) {
          const underWay = (await running) ?? 0;
          wake();
          const found = underWay + ((await running) ?? 0);
          done += found;
          if (found === 0) return done;
        }
      } finally {
        draining = false;
      }
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      gathering.end();
      await running;
      // what is being delivered until then is still ours
      clearInterval(renewal);
    },
  };
}

/** What goes in one delivery: of the events that take many all of one tenant, of others a portion, what failed before alone. */
function together(facts: readonly Fact[], takingMany: ReadonlySet<string>): FactsTogether[] {
  const groups = Map.groupBy(facts, (fact) => (isFresh(fact) ? `${fact.tenant_id} ${fact.name}` : fact.id));
  return groups
    .values()
    .flatMap((group) => (takingMany.has(group[0]?.name ?? '') ? [group] : portions(group)))
    .flatMap(([first, ...others]): FactsTogether[] => (first ? [[first, ...others]] : []))
    .toArray();
}

/** Taken for the first time. */
const isFresh = ({ attempts }: Fact): boolean => attempts === 1;

/** So many that each of those that deliver at the same time has some. */
function portions(facts: readonly Fact[]): (readonly Fact[])[] {
  const size = Math.min(IN_A_PORTION, Math.ceil(facts.length / AT_ONCE));
  return Array.from({ length: Math.ceil(facts.length / size) }, (_, at) => facts.slice(at * size, (at + 1) * size));
}

/** Of facts in their order those that nothing of their aggregate stands before. */
function oldestOfEach(facts: readonly Fact[]): Fact[] {
  const aggregates = Map.groupBy(facts, ({ tenant_id, aggregate, id }) => `${tenant_id} ${aggregate || id}`);
  return [...aggregates.values()].flatMap(([first]) => first ?? []);
}

/** What was delivered; what waits and for how long (security 9.6). */
function measure({ database, metrics }: Services, events: readonly string[]): Counter<'event' | 'result'> {
  countedGauges(
    metrics,
    [
      { name: 'events_waiting', help: 'Facts that wait for their subscribers' },
      { name: 'events_oldest_waiting_seconds', help: 'Age of the oldest fact that waits' },
      { name: 'events_for_other_servers', help: 'Facts without a subscription on this server', label: 'event' },
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
          select name, count(*) as count from outbox where name <> all(${[...events]}::text[]) group by name`.execute(
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
