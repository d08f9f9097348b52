import * as z from 'zod';
import { Instant, Minor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { CONFIG_CHANNELS } from './config-channels.ts';

/**
 * Where the money comes from. `free` is an order of nothing to pay: no provider is asked (practice 1.3). `sandbox` is one of a
 * client that is being built: nobody pays, and no statistic counts it.
 */
export const PAYMENT_CHANNELS = [...CONFIG_CHANNELS, 'sandbox'] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

/** Where a provider notifies a tenant of its payments. */
export const WEBHOOK = '/storefront/v1/webhooks/:provider/:tenantId';
export const webhookOf = (channel: string, tenantId: string): string =>
  WEBHOOK.replace(':provider', channel).replace(':tenantId', tenantId);

/**
 * One attempt to pay one order. `created`: recorded, no answer of the provider yet; `pending`: the customer must act at
 * the provider; `requires_action`: a second confirmation step is due; `held`: kept for us at the bank, nothing taken yet; the
 * other three are final.
 */
export const PAYMENT_STATES = [
  ...(['created', 'pending', 'requires_action', 'held'] as const),
  ...(['succeeded', 'failed', 'cancelled'] as const),
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What an order is that is paid for: drinks, or the rental of a power bank. */
export const PAID_KINDS = ['coffee', 'rental'] as const;
export type PaidKind = (typeof PAID_KINDS)[number];

/** `deposit`: money is held first, and what the rental costs is taken of it (settled 68). */
export const PAYMENT_PURPOSES = ['sale', 'deposit'] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/** One payment record as staff read it (domain 3). */
export const PaymentRecord = z.strictObject({
  id: z.string(),
  serialNo: z.string(),
  orderNo: z.string(),
  attempt: z.int(),
  channel: z.enum(PAYMENT_CHANNELS),
  /** What the tenant called it when this was taken. */
  channelName: z.string(),
  status: z.enum(PAYMENT_STATES),
  amountMinor: Minor,
  refundedMinor: Minor,
  currency: z.enum(CURRENCY_CODES),
  userId: z.string(),
  /** The provider's number of the payment and of the charge behind it. */
  transactionNo: z.string().nullable(),
  chargeId: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  requestedAt: Instant,
  receivedAt: Instant.nullable(),
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

/** What a customer's device learns about its payment; `clientSecret` and `publicKey` let it act at the provider. */
export const CustomerPayment = z.strictObject({
  serialNo: z.string(),
  attempt: z.int(),
  channel: z.enum(PAYMENT_CHANNELS),
  status: z.enum(PAYMENT_STATES),
  amountMinor: Minor,
  currency: z.enum(CURRENCY_CODES),
  errorCode: z.string().nullable(),
  clientSecret: z.string().optional(),
  publicKey: z.string().optional(),
  /** Where the second confirmation step is done. */
  actionUrl: z.string().optional(),
});
export type CustomerPayment = z.infer<typeof CustomerPayment>;
