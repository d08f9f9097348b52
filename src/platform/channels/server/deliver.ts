import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { channelJobs } from '../contract/jobs.ts';
import { Message } from '../contract/message.ts';
import { type DeliveryFault, deliveryFate } from '../rules/delivery-fate.ts';
import { findEmailAccount, findSmsAccount } from './channel-accounts.ts';
import { DeliveryError } from './delivery-error.ts';
import { addDelivery, type DeliveryOrigin, findPending, noteAttempt, sealMessage } from './delivery-log.ts';
import { type ChannelAccount, sendBy } from './send-by.ts';

/**
 * Sends a message after the commit, through the channel as the tenant has set it up, again and again until it is taken,
 * refused, or `expiresAt` has passed (a code that is no longer valid). Answers the id in the delivery log.
 */
export async function deliver(
  services: Pick<Services, 'secrets'>,
  tx: Transaction,
  message: Message,
  options: { expiresAt?: Date; dueAt?: Date; origin?: DeliveryOrigin } = {},
): Promise<string> {
  const id = newId();
  await addDelivery(services.secrets, tx.db, tx.tenantId, {
    id,
    message: Message.parse(message),
    at: tx.now(),
    expiresAt: options.expiresAt,
    dueAt: options.dueAt,
    origin: options.origin,
  });
  if (!options.dueAt) await tx.enqueue(channelJobs.deliver, { deliveryId: id });
  return id;
}

/** Puts off, or changes the words of, a message that still waits for its time; false where it does not. */
export async function changeDelivery(
  services: Pick<Services, 'secrets'>,
  tx: Transaction,
  id: string,
  change: { readonly message: Message; readonly title: string; readonly dueAt: Date | undefined },
): Promise<boolean> {
  const message = Message.parse(change.message);
  const content = await sealMessage(services.secrets, tx.db, tx.tenantId, { id, message });
  const changed = await tx.db
    .updateTable('message_delivery')
    .set({
      ...{ content, channel: message.channel, recipient: message.to, title: change.title },
      ...{ due_at: change.dueAt ?? tx.now(), is_put_off: change.dueAt !== undefined, changed_at: tx.now() },
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('is_put_off', '=', true)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  if (!change.dueAt) await tx.enqueue(channelJobs.deliver, { deliveryId: id });
  return true;
}

/** Sends failed messages once more whose content is still kept; answers their ids. */
export async function deliverAgain(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .updateTable('message_delivery')
    .set({ state: 'pending', attempts: 0, last_error: null, due_at: tx.now(), changed_at: tx.now() })
    .where('id', 'in', ids)
    .where('state', '=', 'failed')
    .where('content', 'is not', null)
    .returning('id')
    .execute();
  for (const { id } of rows) await tx.enqueue(channelJobs.deliver, { deliveryId: id });
  return rows.map(({ id }) => id);
}

export const deliverJob = defineJob(channelJobs.deliver, async (context, { deliveryId }) => {
  const { secrets } = context.services;
  const pending = await context.read((db) => findPending(secrets, db, context.tenantId, deliveryId));
  if (!pending) return;
  const isExpired = pending.expiresAt !== null && pending.expiresAt <= context.now();
  const fault = isExpired ? 'expired' : await faultOf(send(context, pending.message, deliveryId));
  const attempts = pending.attempts + 1;
  const fate = deliveryFate(fault, attempts);
  await context.transaction((tx) => noteAttempt(tx.db, deliveryId, { fate, attempts, fault, at: tx.now() }));
  if (fate === 'again') throw new DeliveryError(fault ?? 'unreachable');
});

async function faultOf(sending: Promise<unknown>): Promise<DeliveryFault | undefined> {
  try {
    await sending;
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryError) return error.fault;
    throw error;
  }
}

async function send(context: JobContext, message: Message, deliveryId: string): Promise<string> {
  const { services, tenantId, signal } = context;
  const account = await context.read<ChannelAccount | undefined>((db) =>
    message.channel === 'sms'
      ? findSmsAccount(services.secrets, db, tenantId)
      : findEmailAccount(services.secrets, db, tenantId),
  );
  if (!account) throw new DeliveryError('not-configured');
  return sendBy(services, account, message, deliveryId, signal);
}
