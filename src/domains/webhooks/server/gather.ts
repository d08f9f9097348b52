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
  for (const fact of facts) {
    const data = toData(fact);
    const eventId = newId();
    for (const { id } of receivers) {
      await addDelivery(tx, {
        webhookId: id,
        eventId,
        type: event.name,
        at: String(data['at'] ?? tx.now().toISOString()),
        data,
      });
    }
  }
}

interface NewDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Tried at once by who adds it, and by nobody again. */
  readonly once?: boolean;
}

export async function addDelivery(tx: Transaction, { once, ...one }: NewDelivery): Promise<string> {
  const id = newId();
  const { webhookId, eventId, type, at, data } = one;
  const payload = JSON.stringify({ type, id: eventId, timestamp: at, tenantId: tx.tenantId, data });
  await tx.db
    .insertInto('webhook_delivery')
    .values({
      ...{ id, webhook_id: webhookId, event_id: eventId, event: type, payload, created_at: tx.now() },
      next_attempt_at: once ? null : tx.now(),
    })
    .execute();
  if (!once) await tx.enqueue(deliverJob, { deliveryId: id, round: 0 }, { key: `${id}/0` });
  return id;
}
