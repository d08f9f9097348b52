import * as z from 'zod';
import { Instant, pageFields, pageOf, SortColumn, TenantId } from '#platform/http/contract/fields.ts';
import { PAYMENT_PROVIDERS } from './payment.ts';

/**
 * How a tenant takes money at one provider, as staff read it. Secrets never leave the server: a mask, its last four
 * characters where the secret is long enough, and whether one is set (security 2.6).
 */
export const PaymentConfig = z.strictObject({
  id: z.string(),
  channel: z.enum(PAYMENT_PROVIDERS),
  customName: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
  publicKey: z.string(),
  secretKey: z.string(),
  secretKeyIsSet: z.boolean(),
  webhookSecret: z.string(),
  webhookSecretIsSet: z.boolean(),
  /** Where the provider must send its events. */
  callbackUrl: z.string(),
  createdAt: Instant,
});
export type PaymentConfig = z.infer<typeof PaymentConfig>;

export const PaymentConfigsRequest = z.strictObject({
  ...pageFields,
  column: SortColumn(['customName', 'channel', 'createdAt', 'status']),
  tenant_id: TenantId.optional(),
});
export type PaymentConfigsRequest = z.infer<typeof PaymentConfigsRequest>;
export const PaymentConfigsAnswer = pageOf(PaymentConfig);

export const StripeConfigsRequest = z.strictObject({ tenant_id: TenantId.optional() });
export type StripeConfigsRequest = z.infer<typeof StripeConfigsRequest>;
/** Only those that receive webhooks: switched on, with a webhook secret. */
export const StripeConfigsAnswer = z.array(PaymentConfig);
