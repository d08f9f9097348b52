import * as z from 'zod';
import { BooleanField, Id, Instant, Minor, Text } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { REFUND_ORIGINS, REFUND_PROVIDER_STATES, RefundStatus } from './refund.ts';

/** One refund application (practice 3.2). While money is on its way the status stays 100 or 101. */
export const RefundSummary = z.strictObject({
  id: z.string(),
  orderNo: z.string(),
  origin: z.enum(REFUND_ORIGINS),
  status: z.literal(Object.values(RefundStatus)),
  /** null: the application waits for an answer, or was refused or withdrawn. */
  providerState: z.enum(REFUND_PROVIDER_STATES).nullable(),
  amountMinor: Minor,
  currency: z.enum(CURRENCY_CODES),
  isFull: z.boolean(),
  /** Cups that this refund pays back; empty where an amount was asked for. */
  drinkNos: z.array(z.int()),
  reason: z.string(),
  requestedByName: z.string(),
  requestedAt: Instant,
  answeredByName: z.string().nullable(),
  answeredAt: Instant.nullable(),
  answerReason: z.string().nullable(),
  completedAt: Instant.nullable(),
  providerRef: z.string().nullable(),
  lastError: z.string().nullable(),
});
export type RefundSummary = z.infer<typeof RefundSummary>;

/** As the customer reads it: without names of staff, and without what is said between us and the provider. */
export const CustomerRefund = RefundSummary.omit({
  requestedByName: true,
  answeredByName: true,
  providerRef: true,
  lastError: true,
});
export type CustomerRefund = z.infer<typeof CustomerRefund>;

/** Answer of staff to a customer's request; a refusal needs a reason (practice 3.2). */
export const AnswerRefundRequest = z
  .strictObject({ refundId: Id, agree: BooleanField, reason: Text(200).optional() })
  .refine((request) => request.agree || (request.reason ?? '').length > 0, {
    path: ['reason'],
    message: 'fault.required',
  });
export type AnswerRefundRequest = z.infer<typeof AnswerRefundRequest>;
