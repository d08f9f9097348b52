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

/** What the log says of a message that people sent; its content is kept for a while where it fails, to be sent once more. */
export interface DeliveryOrigin {
  /** As the log shows it. */
  readonly title: string;
  readonly templateCode?: string;
  readonly sceneId?: string;
  readonly remark?: string;
  /** The customer whom it is to. */
  readonly customerId?: string;
}

interface NewDelivery {
  readonly id: string;
  readonly message: Message;
  readonly at: Date;
  readonly expiresAt: Date | undefined;
  readonly dueAt: Date | undefined;
  readonly origin: DeliveryOrigin | undefined;
}

export const sealMessage = (
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  { id, message }: Pick<NewDelivery, 'id' | 'message'>,
): Promise<string> => secrets.encrypt(db, placeOf(tenantId, id), JSON.stringify(message));

export async function openMessage(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  { id, content }: { readonly id: string; readonly content: string },
): Promise<Message> {
  const opened = await secrets.decrypt(db, placeOf(tenantId, id), content);
  return Message.parse(JSON.parse(opened.reveal()));
}

export async function addDelivery(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  delivery: NewDelivery,
): Promise<void> {
  const { id, message, at, expiresAt, dueAt, origin } = delivery;
  const content = await sealMessage(secrets, db, tenantId, delivery);
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
      due_at: dueAt ?? null,
      is_put_off: dueAt !== undefined,
      ...(origin
        ? {
            title: origin.title,
            template_code: origin.templateCode ?? '',
            scene_id: origin.sceneId ?? null,
            remark: origin.remark ?? '',
            customer_id: origin.customerId ?? null,
            is_kept: true,
          }
        : {}),
    })
    .execute();
}

/** Undefined when there is nothing left to send, or not yet. */
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
    .where('is_put_off', '=', false)
    .executeTakeFirst();
  if (!row || row.content === null) return undefined;
  return {
    message: await openMessage(secrets, db, tenantId, { id: deliveryId, content: row.content }),
    attempts: row.attempts,
    expiresAt: row.expires_at,
  };
}

/** Notes an attempt; the content goes with the end of the delivery, but of a failed one that can be sent once more. */
export async function noteAttempt(
  db: TenantDb,
  deliveryId: string,
  attempt: { fate: 'sent' | 'failed' | 'again'; attempts: number; fault: DeliveryFault | undefined; at: Date },
): Promise<void> {
  await db
    .updateTable('message_delivery')
    .set((of) => ({
      attempts: attempt.attempts,
      last_error: attempt.fault ?? null,
      changed_at: attempt.at,
      ...(attempt.fate === 'again' ? {} : { state: attempt.fate }),
      ...(attempt.fate === 'sent' ? { content: null } : {}),
      ...(attempt.fate === 'failed'
        ? { content: of.case().when('is_kept', '=', true).then(of.ref('content')).else(null).end() }
        : {}),
    }))
    .where('id', '=', deliveryId)
    .where('state', '=', 'pending')
    .execute();
}

/** The words of messages that wait for their time, or may be sent once more, under the newest data key (security 7.2). */
export async function renewKeptMessages(secrets: Secrets, db: TenantDb, tenantId: string): Promise<number> {
  const rows = await db
    .selectFrom('message_delivery')
    .select(['id', 'content'])
    .where('is_kept', '=', true)
    .where('content', 'is not', null)
    .forUpdate()
    .execute();
  let renewed = 0;
  for (const { id, content } of rows) {
    const fresh = content === null ? null : await secrets.renew(db, placeOf(tenantId, id), content);
    if (fresh === null) continue;
    await db.updateTable('message_delivery').set({ content: fresh }).where('id', '=', id).execute();
    renewed += 1;
  }
  return renewed;
}
