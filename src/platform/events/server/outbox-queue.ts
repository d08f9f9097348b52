import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { hasNoSubscriber } from './other-subscribers.ts';

/** As many as make one statement for all of them cheap, and a server beside this one still finds some. */
const BATCH = 200;
/** A server that dies between claim and delivery gives the fact back after this time. */
const LEASE_SECONDS = 60;
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

/**
 * Facts of these events whose turn it is, and those without any subscriber. In the order of their turn, so that a long queue is
 * read from its beginning only, each look along an index. First a look at whose turn it is, without locks; then each tenant's
 * facts are taken where they lie (decision 63). What another server has taken in between has its next turn later. Those of the events
 * that are being gathered wait, and what follows them of their aggregates.
 */
export async function claimFacts(
  { database }: Services,
  events: readonly string[],
  gathering: readonly string[],
): Promise<Fact[]> {
  for (;;) {
    const { seen, taken } = await database.acrossTenants('deliver events', async (db) => {
      const { rows } = await sql<Pick<Fact, 'tenant_id' | 'id'>>`
        select o.tenant_id, o.id from outbox o
         where o.next_attempt_at <= now() and (o.name = any(${[...events]}::text[]) or ${hasNoSubscriber})
           and o.name <> all(${[...gathering]}::text[])
           and (o.aggregate = '' or not exists (
             select 1 from outbox e
              where e.name = any(${[...events]}::text[]) and e.tenant_id = o.tenant_id and e.aggregate = o.aggregate and e.aggregate <> '' and e.id < o.id))
         order by o.next_attempt_at, o.id limit ${BATCH}`.execute(db);
      const taken: Fact[] = [];
      for (const [tenantId, due] of Map.groupBy(rows, (row) => row.tenant_id)) {
        const ids = due.map(({ id }) => id);
        const facts = await sql<Fact>`
          update outbox set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
           where tenant_id = ${tenantId} and id in (
             select o.id from outbox o
              where o.tenant_id = ${tenantId} and o.id = any(${ids}::uuid[]) and o.next_attempt_at <= now()
                for update skip locked)
          returning tenant_id, id, name, aggregate, payload, attempts`.execute(db);
        taken.push(...facts.rows);
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

/** What a stopping server has claimed and not begun is there for the others at once. */
export async function putBack({ database }: Services, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  await database.acrossTenants('put back what was claimed', (db) =>
    sql`update outbox set next_attempt_at = now(), attempts = attempts - 1 where (tenant_id, id) in (
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
