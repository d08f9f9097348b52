import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { guardedFetch } from '#platform/outbound/server/guarded-fetch.ts';
import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import { type SIGNED_HEADERS, signatureOf } from '#platform/outbound/server/sign-message.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { DELIVERY_LIST } from '../contract/addresses.ts';
import { DeliveryState } from '../contract/deliveries.ts';
import type { DeliveryAttempt } from '../contract/endpoints.ts';
import { deliverJob } from '../contract/jobs.ts';
import { deliveryGivenUpNotice, receiverGoneNotice } from '../contract/notices.ts';
import { webhooks } from '../contract/webhooks.ts';
import { ReceiverPace } from '../rules/receiver-pace.ts';
import { nextAttempt, verdictOf } from '../rules/retries.ts';
import { signingSecrets } from './webhook-secrets.ts';

const TIMEOUT_MS = 15_000;
/** The status decides; what a receiver writes below it may be as long as it likes. */
const READ_OF_ANSWER = 16_384;
/** As much of an answer as somebody looks at who wonders why his receiver did not take it. */
const KEPT_ANSWER = 1_000;

/** What this server has seen of the receivers that it calls. */
export const pace = new ReceiverPace();

export const deliver = defineJob(deliverJob, async (context, due) => {
  await attempt(context, due, {});
});

type Context = Pick<JobContext, 'read' | 'transaction' | 'now' | 'tenantId'> & {
  readonly services: Services;
  readonly signal?: AbortSignal;
};

/** What the other side said, or why it said nothing. */
type Said = Omit<DeliveryAttempt, 'number' | 'at'>;

/** Sends a delivery that waits. A crash between the call and its record repeats the call: receivers know it by its id. */
export async function attempt(
  context: Context,
  { deliveryId, round }: { readonly deliveryId: string; readonly round: number },
  options: { readonly once?: boolean },
): Promise<DeliveryAttempt | undefined> {
  const due = await context.read((db) =>
    db
      .selectFrom('webhook_delivery as delivery')
      .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
      .select([
        'delivery.event_id',
        'delivery.payload',
        'delivery.state',
        'webhook.id',
        'webhook.url',
        'webhook.status',
      ])
      .select(['webhook.secret', 'webhook.previous_secret', 'webhook.previous_until'])
      .where('delivery.id', '=', deliveryId)
      .where('delivery.round', '=', round)
      .executeTakeFirst(),
  );
  // deleted, or done by a job that was thought to be lost
  if (!due || due.state !== DeliveryState.waiting) return undefined;
  const at = context.now();
  const turn = options.once ? at.getTime() : pace.turnOf(due.id, at.getTime());
  if (turn > at.getTime()) return putOff(context, { deliveryId, round }, new Date(turn));
  // it is off: what waits for it is not sent, nor kept for the day when it is on again
  const said: Said =
    due.status === 1 || options.once
      ? await call(context, due, at)
      : { durationMs: 0, status: null, error: 'off', answer: '' };
  pace.answered(due.id, context.now().getTime(), said.durationMs);
  return context.transaction((tx) =>
    record(tx, { deliveryId, round, at, said, isLast: options.once === true || said.error === 'off' }),
  );
}

/** A receiver that is slow rests first; this counts as no attempt. */
async function putOff(
  context: Context,
  { deliveryId, round }: { readonly deliveryId: string; readonly round: number },
  startAfter: Date,
): Promise<undefined> {
  await context.transaction(async (tx) => {
    await tx.db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: startAfter })
      .where('id', '=', deliveryId)
      .where('round', '=', round)
      .where('state', '=', DeliveryState.waiting)
      .execute();
    await tx.enqueue(deliverJob, { deliveryId, round }, { startAfter });
  });
}

async function call(
  context: Context,
  due: {
    id: string;
    url: string;
    event_id: string;
    payload: string;
    secret: string | null;
    previous_secret: string | null;
    previous_until: Date | null;
  },
  at: Date,
): Promise<Said> {
  const { services, tenantId } = context;
  const secrets = await context.read((db) => signingSecrets(services, db, tenantId, due, at));
  const seconds = Math.floor(at.getTime() / 1_000);
  const begun = monotonicMs();
  const took = (): number => Math.round(monotonicMs() - begun);
  try {
    const response = await guardedFetch(services, due.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'smart-iot-console-webhooks/1',
        ...signed(secrets, { id: due.event_id, seconds, body: due.payload }),
      },
      body: due.payload,
      timeoutMs: TIMEOUT_MS,
      keptBytes: READ_OF_ANSWER,
      ...(context.signal ? { signal: context.signal } : {}),
    });
    const answer = storable(await response.text()).slice(0, KEPT_ANSWER);
    return { durationMs: took(), status: response.status, error: '', answer };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { durationMs: took(), status: null, error: error.reason, answer: '' };
  }
}

const signed = (
  secrets: readonly string[],
  message: { id: string; seconds: number; body: string },
): Record<keyof typeof SIGNED_HEADERS, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.seconds),
  'webhook-signature': signatureOf(secrets, message),
});

/** PostgreSQL keeps no zero characters. */
const storable = (text: string): string => text.replaceAll('\0', '');

async function record(
  tx: Transaction,
  { deliveryId, round, at, said, isLast }: { deliveryId: string; round: number; at: Date; said: Said; isLast: boolean },
): Promise<DeliveryAttempt | undefined> {
  const delivery = await tx.db
    .selectFrom('webhook_delivery')
    .select(['webhook_id', 'attempts', 'attempts_before', 'round', 'event'])
    .where('id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) return undefined;
  const number = delivery.attempts + 1;
  const { durationMs, status, error, answer } = said;
  await tx.db
    .insertInto('webhook_attempt')
    .values({ delivery_id: deliveryId, number, at, duration_ms: durationMs, status, error, answer })
    .execute();
  const verdict = status === null ? 'again' : verdictOf(status);
  // it was sent once more meanwhile, and that round tries on by itself
  if (delivery.round !== round && verdict === 'again') {
    await tx.db
      .updateTable('webhook_delivery')
      .set((of) => ({ attempts: number, attempts_before: of('attempts_before', '+', 1) }))
      .where('id', '=', deliveryId)
      .execute();
    return { number, at: at.toISOString(), ...said };
  }
  const next = verdict === 'again' && !isLast ? nextAttempt(number - delivery.attempts_before, tx.now()) : undefined;
  const state =
    verdict === 'delivered' ? DeliveryState.delivered : next ? DeliveryState.waiting : DeliveryState.givenUp;
  await tx.db
    .updateTable('webhook_delivery')
    .set({
      ...{ attempts: number, state, last_status: status, last_error: error },
      next_attempt_at: next ?? null,
      ended_at: next ? null : tx.now(),
    })
    .where('id', '=', deliveryId)
    .execute();
  if (next) {
    // a number of its own: this very job may still count as the one that waits
    await tx.enqueue(deliverJob, { deliveryId, round }, { startAfter: next, key: `${deliveryId}/${round}/${number}` });
  }
  if (verdict === 'delivered') await settleNotice(tx, `webhook/${delivery.webhook_id}`);
  else if (verdict === 'gone') await switchOff(tx, delivery.webhook_id);
  else if (state === DeliveryState.givenUp && !isLast) await notifyGivenUp(tx, delivery.webhook_id, delivery.event);
  await tx.live({ kind: 'webhookDelivery', id: deliveryId, permission: webhooks.permission('view') });
  return { number, at: at.toISOString(), ...said };
}

/** The receiver says that nobody is there any more: calling it for ever would help nobody. */
async function switchOff(tx: Transaction, id: string): Promise<void> {
  const receiver = await tx.db
    .updateTable('webhook')
    .set((of) => ({ status: 0, ended_because: 'gone', version: of('version', '+', 1), updated_at: tx.now() }))
    .where('id', '=', id)
    .where('status', '=', 1)
    .returning(['name', 'url'])
    .executeTakeFirst();
  if (!receiver) return;
  await tx.audit({
    ...{ action: 'webhook:end', objectKind: webhooks.name, objectId: id },
    ...{ before: { status: 1 }, after: { status: 0 }, reason: '410' },
  });
  await tx.live({ kind: webhooks.name, id, permission: webhooks.permission('view') });
  await notify(tx, receiverGoneNotice, {
    ...{ to: { permission: webhooks.permission('edit') }, path: DELIVERY_LIST, key: `webhook/${id}` },
    params: { name: receiver.name, host: new URL(receiver.url).host },
  });
}

async function notifyGivenUp(tx: Transaction, id: string, event: string): Promise<void> {
  const receiver = await tx.db.selectFrom('webhook').select(['name', 'url']).where('id', '=', id).executeTakeFirst();
  if (!receiver) return;
  await notify(tx, deliveryGivenUpNotice, {
    ...{ to: { permission: webhooks.permission('edit') }, path: DELIVERY_LIST, key: `webhook/${id}` },
    params: { name: receiver.name, host: new URL(receiver.url).host, event },
  });
}
