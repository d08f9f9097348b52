import { sql } from 'kysely';
import { raiseAlertOnce } from '#platform/alerts/server/raise-alert.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Subscription } from './subscribe.ts';

/**
 * Servers of two versions side by side: each writes down what it hears, so that none drops a fact that another one still
 * wants. A subscription counts as wanted for a minute after its last sign of life; a fact that nobody here knows is
 * kept for seven days, for a version that was taken back and comes again.
 */
const ALIVE_SECONDS = 60;
const KEPT_DAYS = 7;
/** A server that finds facts of others looks at them again after this time. */
const LOOK_AGAIN_SECONDS = 15;

export interface StrangeFact {
  readonly tenant_id: number;
  readonly id: string;
  readonly name: string;
}

/** Says that these are heard here; repeated while the server lives. */
export async function recordSubscriptions(services: Services, subscriptions: readonly Subscription[]): Promise<void> {
  if (subscriptions.length === 0) return;
  // in one order, so that servers that start together do not wait for each other in a circle
  const own = subscriptions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await services.database.acrossTenants('tell what is heard here', (db) =>
    sql`insert into event_subscription (name, event)
        select * from unnest(${own.map(({ name }) => name)}::text[], ${own.map(({ event }) => event.name)}::text[])
        on conflict (name) do update set event = excluded.event, seen_at = now()`.execute(db),
  );
}

/**
 * Takes a delivered fact away, unless a subscription of another version still wants it: then it goes back and waits for that
 * server, its marks telling what was done. Answers whether it is gone.
 */
export async function removeDelivered(db: TenantDb, fact: StrangeFact, own: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    with wanted as (
      select exists (
        select from event_subscription s
         where s.event = ${fact.name} and s.name <> all(${[...own]}::text[])
           and s.seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})
           and not exists (select from subscription_done d
                            where d.tenant_id = ${fact.tenant_id} and d.event_id = ${fact.id} and d.subscription = s.name)
      ) as wanted
    ), gone as (
      delete from outbox where tenant_id = ${fact.tenant_id} and id = ${fact.id} and not (select wanted from wanted)
    ), unmarked as (
      delete from subscription_done
       where tenant_id = ${fact.tenant_id} and event_id = ${fact.id} and not (select wanted from wanted)
    ), kept as (
      update outbox set next_attempt_at = now() + interval '2 seconds', attempts = attempts - 1
       where tenant_id = ${fact.tenant_id} and id = ${fact.id} and (select wanted from wanted)
    )
    select wanted from wanted`.execute(db);
  return rows[0]?.wanted !== true;
}

/** Of a fact `o` of the outbox: no server has said within the time that it hears such, or it is too old to wait longer. */
export const hasNoSubscriber = sql<boolean>`(o.created_at < now() - make_interval(days => ${KEPT_DAYS}) or not exists (
  select from event_subscription s
   where s.event = o.name and s.seen_at > now() - make_interval(days => ${KEPT_DAYS})))`;

/**
 * Facts that nobody hears are forgotten; whom somebody hears meanwhile goes back. One that has waited for longer than a
 * version is ever taken back is dropped, and people are alerted.
 */
export async function leaveToOthers(services: Services, facts: readonly StrangeFact[]): Promise<void> {
  if (facts.length === 0) return;
  const ids = sql`select * from unnest(${facts.map((fact) => fact.tenant_id)}::bigint[], ${facts.map((fact) => fact.id)}::uuid[])`;
  const dropped = await services.database.acrossTenants('leave events to servers that hear them', async (db) => {
    const { rows } = await sql<{ tenant_id: number; name: string; heard: boolean }>`
      delete from outbox o
       where (o.tenant_id, o.id) in (${ids})
         and ${hasNoSubscriber}
      returning o.tenant_id, o.name,
                exists (select from event_subscription s where s.event = o.name) as heard`.execute(db);
    await sql`update outbox set next_attempt_at = now() + make_interval(secs => ${LOOK_AGAIN_SECONDS}), attempts = attempts - 1
               where (tenant_id, id) in (${ids})`.execute(db);
    return rows.filter((row) => row.heard);
  });
  for (const { tenant_id, name } of dropped)
    await raiseAlertOnce(services, {
      kind: 'event.never-heard',
      tenantId: String(tenant_id),
      subject: name,
      windowMs: 24 * 3_600_000,
      address: '',
      detail: { event: name },
    });
}
