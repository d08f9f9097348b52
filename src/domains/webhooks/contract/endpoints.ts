import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';
import { deliveries } from './deliveries.ts';
import { webhooks } from './webhooks.ts';

const change = { method: 'POST', permission: webhooks.permission('edit') } as const;

/** How long the secret before a new one signs as well. */
export const KEPT_HOURS = ['0', '24', '168'] as const;

export const NewSecret = z.strictObject({ id: z.string(), secret: z.string(), previousUntil: Instant.nullable() });
export type NewSecret = z.infer<typeof NewSecret>;

export const DeliveryAttempt = z.strictObject({
  number: z.int(),
  at: Instant,
  durationMs: z.int(),
  status: z.int().nullable(),
  error: z.string(),
  answer: z.string(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const webhookEndpoints = {
  makeSecret: endpoint({
    ...change,
    path: `${webhooks.calls.base}/makeSecret`,
    request: z.strictObject({ id: Id, keepHours: z.enum(KEPT_HOURS).optional() }),
    response: NewSecret,
    answersSecret: true,
    summary:
      'Make the secret that signs, which is shown this once; the one before signs as well as long as is asked for',
  }),
  sendTest: endpoint({
    ...change,
    path: `${webhooks.calls.base}/sendTest`,
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ deliveryId: z.string(), attempt: DeliveryAttempt }),
    summary: 'Send an event of the type webhook.test now, and answer what the other side said',
  }),
  replay: endpoint({
    ...change,
    path: `${deliveries.calls.base}/replay`,
    request: z.strictObject({ ids: z.array(Id).min(1).max(100) }),
    response: z.strictObject({ sent: z.int() }),
    summary: 'Send deliveries once more, with the same id and content',
  }),
  attempts: endpoint({
    method: 'POST',
    permission: webhooks.permission('view'),
    path: `${deliveries.calls.base}/attempts`,
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ attempts: z.array(DeliveryAttempt) }),
    summary: 'Every attempt of a delivery with what the other side answered',
  }),
};
