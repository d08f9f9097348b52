import type { TenantDb } from '#platform/database/server/database.ts';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import { Message } from '../contract/message.ts';
import type { DeliveryFault } from '../rules/delivery-fate.ts';

export interface PendingDelivery {
  readonly message: Message;
  readonly attempts: number;
  readonly expiresAt: Date | null;
}

function placeOf(tenantId: string, deliveryId: string) {
  return { tenantId, table: 'message_delivery', column: 'content', rowId: deliveryId, purpose: 'channels' };
}

export async function addDelivery(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  delivery: { id: string; message: Message; at: Date; expiresAt: Date | undefined },
): Promise<void> {
  const { id, message, at, expiresAt } = delivery;
  const content = await secrets.encrypt(db, placeOf(tenantId, id), JSON.stringify(message));
  await db
    .insertInto('message_delivery')
    .values({
      id,
      channel: message.channel,
      purpose: message.purpose,
      recipient: message.to,
      content,
      expires_at: expiresAt ?? null,
      requested_at: at,
      changed_at: at,
    })
    .execute();
}

/** Undefined when there is nothing left to send. */
export async function findPending(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  deliveryId: string,
): Promise<PendingDelivery | undefined> {
  const row = await db
    .selectFrom('message_delivery')
    .select(['content', 'attempts', 'expires_at'])
    .where('id', '=', deliveryId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (!row || row.content === null) return undefined;
  const content = await secrets.decrypt(db, placeOf(tenantId, deliveryId), row.content);
  return {
    message: Message.parse(JSON.parse(content.reveal())),
    attempts: row.attempts,
    expiresAt: row.expires_at,
  };
}

/** Notes an attempt; the content goes with the end of the delivery. */
export async function noteAttempt(
  db: TenantDb,
  deliveryId: string,
  attempt: { fate: 'sent' | 'failed' | 'again'; attempts: number; fault: DeliveryFault | undefined; at: Date },
): Promise<void> {
  await db
    .updateTable('message_delivery')
    .set({
      attempts: attempt.attempts,
      last_error: attempt.fault ?? null,
      changed_at: attempt.at,
      ...(attempt.fate === 'again' ? {} : { state: attempt.fate, content: null }),
    })
    .where('id', '=', deliveryId)
    .where('state', '=', 'pending')
    .execute();
}
