import { createHash } from 'node:crypto';
import * as z from 'zod';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import { PAYMENT_PROVIDERS, type PaymentProviderName, WEBHOOK } from '#domains/payments/contract/payment.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { isCleanText } from '#platform/http/contract/fields.ts';
import { unstorableField } from '#platform/http/rules/unstorable-field.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findWebhookSecrets } from './payment-config-store.ts';
import { isSignedBy } from './webhook-signature.ts';

/** Security 9.2. */
const MAX_BYTES = 256 * 1024;
/** Rows about forgeries that this server writes: anybody may call, and the table is kept for people to read. */
const waitOfForgeries = rateLimiter({ perSecond: 1, burst: 50 });
const TENANT_ID = /^[1-9]\d{0,17}$/;

const Word = z.string().min(1).max(255).refine(isCleanText);
const EventName = z.object({ id: Word, type: Word });

/** What of an event we keep: enough to know whom to ask. The facts are read from the provider (practice 3.1). */
export const ProviderEvent = EventName.extend({
  data: z.object({
    object: z.object({
      id: Word,
      payment_intent: Word.nullish(),
      metadata: z.object({ paymentId: z.uuid().optional(), refundId: z.uuid().optional() }).nullish().catch(null),
    }),
  }),
});
export type ProviderEvent = z.infer<typeof ProviderEvent>;

/** Signature first, on the bytes as they came; then the inbox, whose unique key makes a repetition nothing. */
export const webhookRoute = rawRoute({
  method: 'POST',
  path: WEBHOOK,
  openBecause: "a payment provider proves itself by the signature over the body with the tenant's webhook secret",
  summary: 'Events of a payment provider; the signature is checked on the raw bytes',
  rawBody: MAX_BYTES,
  answers: { schema: z.object({ received: z.literal(true) }) },
  handle: async (services, request, reply) => {
    const { provider, tenantId } = request.params as { provider: string; tenantId: string };
    if (!isProvider(provider)) raise('payment.provider-unknown');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const header = request.headers['stripe-signature'];
    const secrets = TENANT_ID.test(tenantId) ? await findWebhookSecrets(services, tenantId, provider) : [];
    if (!isSignedBy(secrets, Array.isArray(header) ? header[0] : header, body, services.clock.now())) {
      await recordForgery(services, { provider, tenantId, address: request.ip, bytes: body.length });
      raise('payment.signature-invalid');
    }
    await receive(services, tenantId, provider, readEvent(body));
    return reply.send({ received: true });
  },
});

function isProvider(name: string): name is PaymentProviderName {
  return (PAYMENT_PROVIDERS as readonly string[]).includes(name);
}

interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  /** What it is about; none where it is about nothing of ours. */
  readonly object?: ProviderEvent['data']['object'];
  /** As it came, where nothing else can hold it. */
  readonly body?: Buffer;
}

/**
 * Whatever is signed is taken: a provider that is refused now and then ends up by sending nothing more. What we cannot read, or
 * what is about no payment (`balance.available`, thin events), is recorded and does nothing.
 */
function readEvent(body: Buffer): ReceivedEvent {
  const json = parseJson(body);
  const event = ProviderEvent.safeParse(json).data;
  if (event) return { id: event.id, type: event.type, object: event.data.object };
  const name = EventName.safeParse(json).data;
  if (name && unstorableField(json) === undefined) return name;
  const digest = createHash('sha256').update(body).digest('hex');
  return { id: name?.id ?? `sha256:${digest}`, type: name?.type ?? 'unreadable', body };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

async function receive(
  services: Services,
  tenantId: string,
  provider: PaymentProviderName,
  event: ReceivedEvent,
): Promise<void> {
  await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR }, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('payment_inbox')
      .values({
        provider,
        event_id: event.id,
        event_type: event.type,
        payload: JSON.stringify(event.object ?? {}),
        body: event.body ?? null,
        received_at: tx.now(),
        processed_at: event.object ? null : tx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n || !event.object) return;
    await tx.enqueue(
      paymentJobs.processEvent,
      { provider, eventId: event.id },
      { key: `event:${provider}:${event.id}` },
    );
  });
}

async function recordForgery(
  services: Services,
  attempt: { provider: string; tenantId: string; address: string; bytes: number },
): Promise<void> {
  if (waitOfForgeries('all') > 0) return;
  const tenantId = TENANT_ID.test(attempt.tenantId) ? attempt.tenantId : null;
  await services.database.acrossTenants('a forged webhook belongs to nobody yet', (db) =>
    db
      .insertInto('security_event')
      .values({
        id: newId(),
        at: services.clock.now(),
        kind: 'webhook.signature-invalid',
        tenant_id: tenantId === null ? null : Number(tenantId),
        address: attempt.address,
        detail: JSON.stringify({ provider: attempt.provider, bytes: attempt.bytes }),
      })
      .execute(),
  );
}
