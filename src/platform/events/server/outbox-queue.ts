import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { hasNoSubscriber } from './other-subscribers.ts';

/** As many as make one statement for all of them cheap, and a server beside this one still finds some. */
const BATCH = 200;
/** A server that dies between claim and delivery gives the fact back after this time; one that lives renews it. */
const LEASE_SECONDS = 15;
/** About as long as another server needs to take its batch. */
const LOCKED_MS = 50;

export interface Fact {
  readonly tenant_id: number;
  readonly id: string;
  readonly name: string;
  readonly aggregate: string;
  readonly payload: unknown;
  readonly attempts: number;
}

export interface EventsToClaim {
  /** All that this server subscribes to. */
  readonly events: readonly string[];
  /** Those of them that are delivered together. */
  readonly together: ReadonlySet<string>;
  /** Those that were delivered a moment ago and are not claimed now. */
  readonly gathering: readonly string[];
}

/** Where a fact stands in the queue. */
type Place = Pick<Fact, 'tenant_id' | 'id' | 'name' | 'aggregate' | 'attempts'>;

/**
 * Facts of these events whose turn it is, and those without any subscriber. In the order of their turn, so that a long queue is
 * read from its beginning only, each look along an index. First a look at whose turn it is, without locks; then each tenant's
 * facts are taken where they lie (decision 63), and with the oldest of an aggregate those right behind it where they are delivered
 * together. What another server has taken in between has its next turn later. Those of the events that are being gathered wait, and
 * what follows them of their aggregates.
 */
export async function claimFacts(
  { database }: Services,
  { events, together, gathering }: EventsToClaim,
): Promise<Fact[]> {
  for (;;) {
    const { seen, taken } = await database.acrossTenants('deliver events', async (db) => {
      const { rows } = await sql<Place>`
        select o.tenant_id, o.id, o.name, o.aggregate, o.attempts from outbox o
         where o.next_attempt_at <= now() and (o.name = any(${[...events]}::text[]) or ${hasNoSubscriber})
           and o.name <> all(${[...gathering]}::text[])
           and (o.aggregate = '' or not exists (
             select 1 from outbox e
              where e.name = any(${[...events]}::text[]) and e.tenant_id = o.tenant_id and e.aggregate = o.aggregate and e.aggregate <> '' and e.id < o.id))
         order by o.next_attempt_at, o.id limit ${BATCH}`.execute(db);
      const taken: Fact[] = [];
      for (const [tenantId, due] of Map.groupBy(rows, (row) => row.tenant_id)) {
        const oldest = due.filter((fact) => isFresh(fact) && fact.aggregate !== '' && together.has(fact.name));
        const behind = await findBehind(db, tenantId, oldest, events);
        const ids = [...due, ...behind.values().toArray().flat()].map(({ id }) => id);
        const facts = await sql<Fact>`
          update outbox set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
           where tenant_id = ${tenantId} and id in (
             select o.id from outbox o
              where o.tenant_id = ${tenantId} and o.id = any(${ids}::uuid[]) and o.next_attempt_at <= now()
                for update skip locked)
          returning tenant_id, id, name, aggregate, payload, attempts`.execute(db);
        const early = beforeTheirTurn(behind, new Set(facts.rows.map(({ id }) => id)));
        await putBackIn(db, tenantId, early);
        taken.push(...facts.rows.filter(({ id }) => !early.has(id)));
      }
      return { seen: rows.length, taken };
    });
    // a whole batch that is just being taken elsewhere: there may be more behind it
    if (taken.length === 0 && seen === BATCH) {
      await sleep(LOCKED_MS * Math.random());
      continue;
    }
    return taken.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** These are still being delivered here. What another server has taken meanwhile, or what waits for its next attempt, stays as it is. */
export async function renewLeases({ database }: Services, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const lease = sql`make_interval(secs => ${LEASE_SECONDS})`;
  await database.acrossTenants('renew what is being delivered', (db) =>
    sql`update outbox set next_attempt_at = now() + ${lease}
         where next_attempt_at > now() and next_attempt_at <= now() + ${lease} and (tenant_id, id) in (
           select * from unnest(${facts.map((fact) => fact.tenant_id)}::bigint[], ${facts.map((fact) => fact.id)}::uuid[]))`.execute(
      db,
    ),
  );
}

/** Nobody has tried to deliver it yet. */
const isFresh = ({ attempts }: Pick<Fact, 'attempts'>): boolean => attempts === 0;

/**
 * By the oldest fact of an aggregate those that follow it and can be delivered together with it: of the same event, fresh and due. A
 * device that reports faster than one after the other is delivered would have its facts wait for ever.
 */
async function findBehind(
  db: PlatformDb,
  tenantId: number,
  oldest: readonly Place[],
  events: readonly string[],
): Promise<ReadonlyMap<string, readonly Place[]>> {
  if (oldest.length === 0) return new Map();
  const { rows } = await sql<Place & { first: string; is_due: boolean }>`
    select head.first, o.tenant_id, o.id, o.name, o.aggregate, o.attempts, o.is_due
      from unnest(${oldest.map(({ id }) => id)}::uuid[], ${oldest.map(({ aggregate }) => aggregate)}::text[]) as head (first, aggregate)
     cross join lateral (
       select e.tenant_id, e.id, e.name, e.aggregate, e.attempts, e.next_attempt_at <= now() as is_due from outbox e
        where e.tenant_id = ${tenantId} and e.aggregate = head.aggregate and e.aggregate <> '' and e.id > head.first
          and e.name = any(${[...events]}::text[])
        order by e.id limit ${Math.ceil(BATCH / oldest.length)}) o
     order by o.id`.execute(db);
  const all = Map.groupBy(rows, ({ first }) => first);
  return new Map(
    oldest.map(({ id, name }) => {
      const following = all.get(id) ?? [];
      const end = following.findIndex((fact) => fact.name !== name || !isFresh(fact) || !fact.is_due);
      return [id, end === -1 ? following : following.slice(0, end)];
    }),
  );
}

/** Facts that were taken although another server has taken one before them in their aggregate. */
function beforeTheirTurn(
  behind: ReadonlyMap<string, readonly Place[]>,
  taken: ReadonlySet<string>,
): ReadonlySet<string> {
  const early = [...behind].flatMap(([first, following]) => {
    const row = [first, ...following.map(({ id }) => id)];
    const gap = row.findIndex((id) => !taken.has(id));
    return gap === -1 ? [] : row.slice(gap).filter((id) => taken.has(id));
  });
  return new Set(early);
}

const putBackIn = async (db: PlatformDb, tenantId: number, ids: ReadonlySet<string>): Promise<void> => {
  if (ids.size > 0)
    await sql`update outbox set next_attempt_at = now(), attempts = attempts - 1
               where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[])`.execute(db);
};

/** What was claimed and is not delivered is there for every server at once. What was tried, together with others, comes alone then. */
export async function putBack(
  { database }: Services,
  facts: readonly Fact[],
  { wasTried = false } = {},
): Promise<void> {
  if (facts.length === 0) return;
  await database.acrossTenants('put back what was claimed', (db) =>
    sql`update outbox set next_attempt_at = now(), attempts = attempts - ${wasTried ? 0 : 1}::int where (tenant_id, id) in (
          select * from unnest(${facts.map((fact) => fact.tenant_id)}::bigint[], ${facts.map((fact) => fact.id)}::uuid[]))`.execute(
      db,
    ),
  );
}

/** After a failure the next attempt of these facts of one tenant waits, each time twice as long. */
export async function postpone(
  { database, log }: Services,
  facts: readonly [Fact, ...Fact[]],
  error: unknown,
): Promise<void> {
  const [{ tenant_id, attempts }] = facts;
  const pause = Math.min(300, 2 ** Math.min(attempts, 8));
  await database
    .acrossTenants('put a failed event back', (db) =>
      sql`update outbox set next_attempt_at = now() + make_interval(secs => ${pause}), last_error = ${String((error as Error).message).slice(0, 500)}
           where tenant_id = ${tenant_id} and id = any(${facts.map(({ id }) => id)}::uuid[])`.execute(db),
    )
    .catch((failure) => log.error({ err: failure }, 'could not put an event back'));
}
