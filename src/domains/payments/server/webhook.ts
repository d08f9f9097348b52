import * as z from 'zod';
import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import { WEBHOOK } from '#domains/payments/contract/payment.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { adapterOf } from './adapters.ts';
import { findWebhookSecrets } from './configs/open-setting.ts';
import type { ReceivedEvent } from './payment-adapter.ts';

/** Security 9.2. */
const MAX_BYTES = 256 * 1024;
/** Rows about forgeries that this server writes: anybody may call, and the table is kept for people to read. */
const waitOfForgeries = rateLimiter({ perSecond: 1, burst: 50 });
const TENANT_ID = /^[1-9]\d{0,17}$/;

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
    const events = adapterOf(provider)?.events ?? raise('payment.provider-unknown');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const now = services.clock.now();
    const secrets = TENANT_ID.test(tenantId) ? await findWebhookSecrets(services, tenantId, provider, now) : [];
    if (!events.isSigned(secrets, request.headers, body, now)) {
      await recordForgery(services, { provider, tenantId, address: request.ip, bytes: body.length });
      raise('payment.signature-invalid');
    }
    await receive(services, tenantId, provider, events.read(body));
    return reply.send({ received: true });
  },
});

async function receive(services: Services, tenantId: string, provider: string, event: ReceivedEvent): Promise<void> {
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
