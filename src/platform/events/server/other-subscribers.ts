import { sql } from 'kysely';
import { raiseAlertOnce } from '#platform/alerts/server/raise-alert.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Subscription } from './subscribe.ts';

/**
 * Servers of two versions may run side by side. Each stores its subscriptions, so that no server deletes a fact that another
 * one still needs. A subscription counts as alive for a minute after its last heartbeat. A fact without a subscription on
 * this server is kept for seven days, in case a version that was rolled back is deployed again.
 */
const ALIVE_SECONDS = 60;
const KEPT_DAYS = 7;
/** A fact for other servers is checked again after this time. */
const LOOK_AGAIN_SECONDS = 15;

export interface StrangeFact {
  readonly tenant_id: number;
  readonly id: string;
  readonly name: string;
}

/** Stores the subscriptions of this server; repeated as a heartbeat while it runs. */
export async function recordSubscriptions(services: Services, subscriptions: readonly Subscription[]): Promise<void> {
  if (subscriptions.length === 0) return;
  // in one order: servers that start together do not deadlock
  const own = subscriptions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await services.database.acrossTenants('record subscriptions', (db) =>
    sql`insert into event_subscription (name, event)
        select * from unnest(${own.map(({ name }) => name)}::text[], ${own.map(({ event }) => event.name)}::text[])
        on conflict (name) do update set event = excluded.event, seen_at = excluded.seen_at`.execute(db),
  );
}

/**
 * Deletes delivered facts of one tenant and event, unless a subscription of another version still needs one: then it waits for
 * that server, and its marks show which deliveries are done.
 */
export async function removeDelivered(
  db: TenantDb,
  facts: readonly [StrangeFact, ...StrangeFact[]],
  own: readonly string[],
): Promise<void> {
  const [{ tenant_id, name }] = facts;
  const ids = facts.map(({ id }) => id);
  await sql`
    with wanted as (
      select o.id from outbox o
       where o.tenant_id = ${tenant_id} and o.id = any(${ids}::uuid[]) and exists (
         select from event_subscription s
          where s.event = ${name} and s.name <> all(${[...own]}::text[])
            and s.seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})
            and not exists (select from subscription_done d
                             where d.tenant_id = ${tenant_id} and d.event_id = o.id and d.subscription = s.name))
    ), gone as (
      delete from outbox where tenant_id = ${tenant_id} and id = any(${ids}::uuid[]) and id not in (select id from wanted)
    ), unmarked as (
      delete from subscription_done
       where tenant_id = ${tenant_id} and event_id = any(${ids}::uuid[]) and event_id not in (select id from wanted)
    ), kept as (
      update outbox set next_attempt_at = now() + interval '2 seconds', attempts = attempts - 1
       where tenant_id = ${tenant_id} and id in (select id from wanted)
    )
    select from wanted`.execute(db);
}

/** Of a fact `o` of the outbox: no server has subscribed to its event within the period, or the fact is older than that. */
export const hasNoSubscriber = sql<boolean>`(o.created_at < now() - make_interval(days => ${KEPT_DAYS}) or not exists (
  select from event_subscription s
   where s.event = o.name and s.seen_at > now() - make_interval(days => ${KEPT_DAYS})))`;

/**
 * Deletes facts without a subscription; those with a subscription on another server go back to the queue. A fact that has
 * waited for the whole period although its event has a subscription is deleted with an alert.
 */
export async function leaveToOthers(services: Services, facts: readonly StrangeFact[]): Promise<void> {
  if (facts.length === 0) return;
  const ids = sql`select * from unnest(${facts.map((fact) => fact.tenant_id)}::bigint[], ${facts.map((fact) => fact.id)}::uuid[])`;
  const dropped = await services.database.acrossTenants('leave events to other servers', async (db) => {
    const { rows } = await sql<{ tenant_id: number; name: string; subscribed: boolean }>`
      delete from outbox o
       where (o.tenant_id, o.id) in (${ids})
         and ${hasNoSubscriber}
      returning o.tenant_id, o.name,
                exists (select from event_subscription s where s.event = o.name) as subscribed`.execute(db);
    await sql`update outbox set next_attempt_at = now() + make_interval(secs => ${LOOK_AGAIN_SECONDS}), attempts = attempts - 1
               where (tenant_id, id) in (${ids})`.execute(db);
    return rows.filter((row) => row.subscribed);
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
