import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribeToMany } from '#platform/events/server/subscribe.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { deliverJob } from '../contract/jobs.ts';
import { PUBLIC_EVENTS, type PublicEvent } from '../contract/public-events.ts';

/** One subscription for each fact that receivers can ask for. */
export const gatherings = PUBLIC_EVENTS.map((one) =>
  subscribeToMany(one.event, `webhooks.${one.event.name}`, (tx, facts) => gather(tx, one, facts)),
);

/** Writes down what is to be sent to whom, in the transaction that marks the facts as heard: each receiver gets them once. */
async function gather(tx: Transaction, { event, toData }: PublicEvent, facts: readonly unknown[]): Promise<void> {
  const receivers = await tx.db
    .selectFrom('webhook')
    .select('id')
    .where('status', '=', 1)
    .where('secret', 'is not', null)
    .where(sql<boolean>`events ? ${event.name}`)
    .execute();
  if (receivers.length === 0) return;
  const deliveries = facts.flatMap((fact) => {
    const data = toData(fact);
    const shared = { eventId: newId(), type: event.name, at: String(data['at'] ?? tx.now().toISOString()), data };
    return receivers.map(({ id }) => deliveryOf(tx, { webhookId: id, ...shared }));
  });
  await addRows(tx, deliveries, tx.now());
  await tx.enqueueAll(
    deliverJob,
    deliveries.map(({ id }) => ({ key: `${id}/0`, data: { deliveryId: id, round: 0 } })),
  );
}

interface NewDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const deliveryOf = ({ tenantId }: Transaction, { webhookId, eventId, type, at, data }: NewDelivery) => ({
  ...{ id: newId(), webhook_id: webhookId, event_id: eventId, event: type },
  payload: JSON.stringify({ type, id: eventId, timestamp: at, tenantId, data }),
});

/** Of many facts and receivers in one statement; without a next attempt nobody tries it but who adds it. */
async function addRows(
  tx: Transaction,
  rows: readonly ReturnType<typeof deliveryOf>[],
  nextAttemptAt: Date | null,
): Promise<void> {
  await sql`
    insert into webhook_delivery (tenant_id, id, webhook_id, event_id, event, payload, created_at, next_attempt_at)
    select ${tx.tenantId}::bigint, n.id, n.webhook_id, n.event_id, n.event, n.payload, ${tx.now()}::timestamptz, ${nextAttemptAt}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, webhook_id uuid, event_id uuid, event text, payload text)
    on conflict do nothing`.execute(tx.db);
}

/** One that is tried at once by who adds it, and by nobody again. */
export async function addTrial(tx: Transaction, delivery: NewDelivery): Promise<string> {
  const row = deliveryOf(tx, delivery);
  await addRows(tx, [row], null);
  return row.id;
}
