import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { defineJob, type JobContext, type JobHandler } from '#platform/jobs/server/define-job.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { channelJobs } from '../contract/jobs.ts';
import { Message, type MessageInput } from '../contract/message.ts';
import { deliveryFate, nextTry, smtpNumber } from '../rules/delivery-fate.ts';
import type { Accepted, Channel } from './channel.ts';
import { passKeeper } from './channel-settings.ts';
import { DeliveryError } from './delivery-error.ts';
import { addDelivery, type DeliveryOrigin, findPending, noteAttempt, sealMessage } from './delivery-log.ts';
import type { DeliveryHooks } from './hooks.ts';
import { passGate } from './pass-gate.ts';
import { channelOf } from './ways/index.ts';

interface DeliverOptions {
  readonly expiresAt?: Date;
  readonly dueAt?: Date;
  readonly origin?: DeliveryOrigin;
}

/**
 * Sends a message after the commit, through the channel as the tenant has set it up, again and again until it is taken,
 * refused, or `expiresAt` has passed (a code that is no longer valid). Answers the id in the delivery log.
 */
export async function deliver(
  services: Pick<Services, 'secrets'>,
  tx: Transaction,
  message: MessageInput,
  options: DeliverOptions = {},
): Promise<string> {
  return (await deliverOnce(services, tx, message, options)) ?? '';
}

/** The same; undefined where the receiver has had a message of the scene about the same event. */
export async function deliverOnce(
  services: Pick<Services, 'secrets'>,
  tx: Transaction,
  message: MessageInput,
  options: DeliverOptions = {},
): Promise<string | undefined> {
  const id = newId();
  const isNew = await addDelivery(services.secrets, tx.db, tx.tenantId, {
    ...{ id, message: Message.parse(message), at: tx.now() },
    ...{ expiresAt: options.expiresAt, dueAt: options.dueAt, origin: options.origin },
  });
  if (!isNew) return undefined;
  if (!options.dueAt) await tx.enqueue(channelJobs.deliver, { deliveryId: id });
  return id;
}

/** Puts off, or changes the words of, a message that still waits for its time; false where it does not. */
export async function changeDelivery(
  services: Pick<Services, 'secrets'>,
  tx: Transaction,
  id: string,
  change: { readonly message: MessageInput; readonly title: string; readonly dueAt: Date | undefined },
): Promise<boolean> {
  const message = Message.parse(change.message);
  const content = await sealMessage(services.secrets, tx.db, tx.tenantId, { id, message });
  const changed = await tx.db
    .updateTable('message_delivery')
    .set({
      ...{ content, channel: message.channel, recipient: message.to, title: change.title },
      ...{ due_at: change.dueAt ?? tx.now(), is_put_off: change.dueAt !== undefined, changed_at: tx.now() },
      ...{ state: 'pending', held_because: null },
    })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'held'])
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
    .set({
      ...{ state: 'pending', attempts: 0, last_error: null, due_at: tx.now(), changed_at: tx.now() },
      ...{ claimed_at: null, delivered_at: null, provider_id: '' },
    })
    .where('id', 'in', ids)
    .where('state', '=', 'failed')
    .where('content', 'is not', null)
    .returning('id')
    .execute();
  for (const { id } of rows) await tx.enqueue(channelJobs.deliver, { deliveryId: id });
  return rows.map(({ id }) => id);
}

/** Sends what is due: asks whether it may leave, sends it outside of any transaction, and notes what came of it. */
export const deliverJobWith = (hooks: DeliveryHooks): JobHandler =>
  defineJob(channelJobs.deliver, async (context, { deliveryId }) => {
    const { secrets } = context.services;
    const pending = await context.read((db) => findPending(secrets, db, context.tenantId, deliveryId));
    if (!pending) return;
    const { isKept, expiresAt, gated } = pending;
    if (isKept && !(await context.transaction((tx) => passGate(tx, hooks, gated)))) return;
    const begun = monotonicMs();
    const isExpired = expiresAt !== null && expiresAt <= context.now();
    const outcome = isExpired
      ? new DeliveryError('expired')
      : await outcomeOf(send(context, hooks, pending.message, deliveryId));
    const durationMs = Math.round(monotonicMs() - begun);
    const attempts = pending.attempts + 1;
    if (!(outcome instanceof DeliveryError)) {
      const done = { fate: 'sent', attempts, fault: undefined, durationMs, ...outcome } as const;
      await context.transaction((tx) => noteAttempt(tx, deliveryId, { ...done, at: tx.now(), reply: said(outcome) }));
      return;
    }
    const { fault } = outcome;
    const again = isKept ? nextTry(attempts, context.now(), outcome.retryAfterSeconds) : undefined;
    const passes = deliveryFate(fault, attempts) === 'again' && (!isKept || again !== undefined);
    await context.transaction(async (tx) => {
      const fate = passes ? 'again' : 'failed';
      await noteAttempt(tx, deliveryId, {
        ...{ fate, attempts, fault, durationMs, at: tx.now(), reply: said(outcome) },
        ...(passes && again ? { nextAt: again } : {}),
      });
      if (fault === 'no-receiver')
        await hooks.receiverGone?.(tx, { channel: pending.message.channel, to: pending.message.to });
    });
    // codes and notices are tried within minutes, by the pauses of the jobs themselves
    if (passes && !isKept) throw outcome;
  });

/** What the log keeps of an answer: of a mail server its number alone. */
const said = ({ reply }: { readonly reply: string }): string => (/^\d{3}[ -]/.test(reply) ? smtpNumber(reply) : reply);

async function outcomeOf(sending: Promise<Accepted>): Promise<Accepted | DeliveryError> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}

async function send(
  context: JobContext,
  hooks: DeliveryHooks,
  message: Message,
  deliveryId: string,
): Promise<Accepted> {
  const { services, tenantId, signal } = context;
  if (message.channel === 'backend') {
    const isThere = await context.transaction(async (tx) => (await hooks.toConsole?.(tx, message)) ?? false);
    if (!isThere) throw new DeliveryError('no-receiver');
    return { reply: '', isDelivered: true };
  }
  const channel = channelOf(message.channel);
  const account = channel && (await accountFor(context, channel, message.purpose));
  if (!channel || !account) throw new DeliveryError('not-configured');
  const { read, transaction } = context;
  const pass = passKeeper({
    ...{ services, tenantId, channel: message.channel, now: () => context.now(), read },
    write: (work) => transaction((tx) => work(tx.db)),
  });
  const outbound = outboundOf(services);
  return channel.send({ services, outbound, deliveryId, signal, now: () => context.now(), pass }, account, message);
}

/** Messages without which a tenant cannot begin: until it has set the channel up, the platform's account sends them, as it sends codes. */
const SENT_BY_PLATFORM: ReadonlySet<string> = new Set(['invitation']);

async function accountFor(
  { services, read, tenantId }: JobContext,
  channel: Channel,
  purpose: string,
): Promise<unknown> {
  const own = await read((db) => channel.open(services, db, tenantId));
  if (own || !SENT_BY_PLATFORM.has(purpose)) return own;
  return services.database.read(PLATFORM_TENANT, (db) => channel.open(services, db, PLATFORM_TENANT));
}
