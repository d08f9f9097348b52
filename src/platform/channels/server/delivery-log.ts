import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import {
  type ChannelName,
  type DeliveryFault,
  MESSAGE_LOG_KIND,
  MESSAGE_LOG_PERMISSION,
  type MessageKind,
} from '../contract/channels.ts';
import { Message } from '../contract/message.ts';
import type { Gated } from './pass-gate.ts';

export interface PendingDelivery {
  readonly message: Message;
  readonly attempts: number;
  readonly expiresAt: Date | null;
  /** People sent it, or an event did: it stands under limits, and is tried again after minutes. */
  readonly isKept: boolean;
  readonly gated: Gated;
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
  /** What it is written together with: all that waits of it can be stopped. */
  readonly runId?: string;
  /** The customer whom it is to. */
  readonly customerId?: string;
  /** What the person may say no to; left out: nothing of that. */
  readonly kind?: MessageKind;
  /** What it is about: the same scene writes about it once to the same receiver. */
  readonly eventKey?: string;
  /** Asked before it leaves: does it still hold? */
  readonly eventCheck?: string;
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

/** Answers false where the receiver has had a message about the same event. */
export async function addDelivery(
  secrets: Secrets,
  db: TenantDb,
  tenantId: string,
  delivery: NewDelivery,
): Promise<boolean> {
  const { id, message, at, expiresAt, dueAt, origin } = delivery;
  const content = await sealMessage(secrets, db, tenantId, delivery);
  const added = await db
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
            run_id: origin.runId ?? null,
            customer_id: origin.customerId ?? null,
            kind: origin.kind ?? null,
            event_key: origin.eventKey ?? '',
            event_check: origin.eventCheck ?? '',
            is_kept: true,
          }
        : {}),
    })
    // the same event once more
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
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
    .select(['content', 'attempts', 'expires_at', 'is_kept', 'channel', 'recipient', 'kind', 'customer_id'])
    .select(['event_check', 'event_key', 'claimed_at'])
    .where('id', '=', deliveryId)
    .where('state', '=', 'pending')
    .where('is_put_off', '=', false)
    .executeTakeFirst();
  if (!row || row.content === null) return undefined;
  return {
    message: await openMessage(secrets, db, tenantId, { id: deliveryId, content: row.content }),
    attempts: row.attempts,
    expiresAt: row.expires_at,
    isKept: row.is_kept,
    gated: {
      ...{ id: deliveryId, channel: row.channel as ChannelName, recipient: row.recipient, kind: row.kind ?? '' },
      ...{ customerId: row.customer_id, check: row.event_check, key: row.event_key, claimedAt: row.claimed_at },
    },
  };
}

export interface Attempt {
  readonly fate: 'sent' | 'failed' | 'again';
  readonly attempts: number;
  readonly fault: DeliveryFault | undefined;
  readonly at: Date;
  readonly durationMs: number;
  /** A number of the provider, never its words. */
  readonly reply: string;
  readonly providerId?: string;
  readonly isDelivered?: boolean;
  /** When it is tried again: the row alone says so, and a queue that was lost loses nothing. */
  readonly nextAt?: Date;
}

/**
 * Notes an attempt; the content goes with the end of the delivery, but of a failed one that can be sent once more. A provider may
 * have reported the message before its own answer was read.
 */
export async function noteAttempt(tx: Transaction, deliveryId: string, attempt: Attempt): Promise<void> {
  const { fate, attempts, fault, at } = attempt;
  const noted = await tx.db
    .updateTable('message_delivery')
    .set((of) => ({
      attempts,
      last_error: fault ?? null,
      changed_at: at,
      ...(attempt.nextAt ? { is_put_off: true, due_at: attempt.nextAt } : {}),
      ...(attempt.providerId ? { provider_id: attempt.providerId } : {}),
      ...(fate === 'failed'
        ? {
            state: 'failed',
            content: of.case().when('is_kept', '=', true).then(of.ref('content')).else(null).end(),
          }
        : {}),
      ...(fate === 'sent'
        ? {
            content: null,
            ...(attempt.isDelivered ? { state: 'delivered', delivered_at: at } : { state: stateOfSent }),
          }
        : {}),
    }))
    .where('id', '=', deliveryId)
    .where('state', '=', 'pending')
    .returning('channel')
    .executeTakeFirst();
  if (!noted) return;
  // a message that is sent once more counts its attempts anew: the log goes on
  const { last } = await tx.db
    .selectFrom('message_attempt')
    .select((of) => of.fn.max('number').as('last'))
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('message_attempt')
    .values({
      ...{
        delivery_id: deliveryId,
        number: (last ?? 0) + 1,
        channel: noted.channel,
        at,
        duration_ms: attempt.durationMs,
      },
      ...{ fault: fault ?? '', reply: attempt.reply },
    })
    .execute();
  await announceDelivery(tx, deliveryId);
}

const stateOfSent = sql<string>`case when delivered_at is null then 'sent' else 'delivered' end`;

export const announceDelivery = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: MESSAGE_LOG_KIND, id, permission: MESSAGE_LOG_PERMISSION });

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
