import * as z from 'zod';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import { PAYMENT_PROVIDERS, type PaymentProviderName } from '#domains/payments/contract/payment.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { SYSTEM_ACTOR } from '#platform/http/server/context.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findWebhookSecrets } from './payment-config-store.ts';
import { isSignedBy } from './webhook-signature.ts';

/** Security 9.2. */
const MAX_BYTES = 256 * 1024;
/** Rows about forgeries that this server writes: anybody may call, and the table is kept for people to read. */
const waitOfForgeries = rateLimiter({ perSecond: 1, burst: 50 });
const TENANT_ID = /^[1-9]\d{0,17}$/;

/** What of an event we keep: enough to know whom to ask. The facts are read from the provider (practice 3.1). */
export const ProviderEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(100),
  data: z.object({
    object: z.object({
      id: z.string().max(255),
      payment_intent: z.string().max(255).nullish(),
      metadata: z.object({ paymentId: z.uuid().optional(), refundId: z.uuid().optional() }).nullish().catch(null),
    }),
  }),
});
export type ProviderEvent = z.infer<typeof ProviderEvent>;

/** Signature first, on the bytes as they came; then the inbox, whose unique key makes a repetition nothing. */
export const webhookRoute = rawRoute({
  method: 'POST',
  path: '/storefront/v1/webhooks/:provider/:tenantId',
  openBecause: "a payment provider proves itself by the signature over the body with the tenant's webhook secret",
  summary: 'Events of a payment provider; the signature is checked on the raw bytes',
  rawBody: MAX_BYTES,
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
    const event = ProviderEvent.safeParse(parseJson(body));
    if (!event.success) raise('request.malformed');
    await receive(services, tenantId, provider, event.data);
    return reply.send({ received: true });
  },
});

function isProvider(name: string): name is PaymentProviderName {
  return (PAYMENT_PROVIDERS as readonly string[]).includes(name);
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
  event: ProviderEvent,
): Promise<void> {
  await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR }, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('payment_inbox')
      .values({
        provider,
        event_id: event.id,
        event_type: event.type,
        payload: JSON.stringify(event.data.object),
        received_at: tx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return;
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
