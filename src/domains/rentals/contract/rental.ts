import * as z from 'zod';
import { Fee, FeePlan } from '#domains/fee-plans/contract/plan.ts';
import {
  CustomerPayment,
  PAYMENT_CHANNELS,
  PAYMENT_PURPOSES,
  PAYMENT_STATES,
} from '#domains/payments/contract/payment.ts';
import { REFUND_ORIGINS, REFUND_PROVIDER_STATES, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { Instant, Millionths, Minor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { Archived } from '#system/archive/contract/archived.ts';
import { ENDED_BY, NOT_LENT, RENTAL_FLAGS, RENTAL_KINDS, RENTAL_STATES, RENTAL_STEPS } from './codes.ts';
import { RentalRepair } from './repair.ts';

/** What the money of a rental is made of. Minor units. */
export const RentalMoney = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  depositMinor: Minor,
  /** Kept at the bank now. */
  heldMinor: Minor,
  /** null while it is lent. */
  feeMinor: Minor.nullable(),
  paidMinor: Minor,
  /** Of the fee, asked for and not confirmed. */
  pendingMinor: Minor,
  /** Of the fee, neither paid nor asked for. */
  openMinor: Minor,
  refundedMinor: Minor,
  /** What could still go back. */
  refundableMinor: Minor,
  /** A unit that was bought came back: so much may be given back, if staff says so. */
  lateRefundMinor: Minor,
  taxRate: Millionths,
  /** Within the fee (settled 140). */
  taxMinor: Minor.nullable(),
});
export type RentalMoney = z.infer<typeof RentalMoney>;

export const RentalPayment = z.strictObject({
  id: z.string(),
  serialNo: z.string(),
  purpose: z.enum(PAYMENT_PURPOSES),
  channel: z.enum(PAYMENT_CHANNELS),
  status: z.enum(PAYMENT_STATES),
  heldMinor: Minor.nullable(),
  amountMinor: Minor,
  refundedMinor: Minor,
  errorCode: z.string().nullable(),
  requestedAt: Instant,
  /** As the provider calls it; null until it has answered. */
  providerRef: z.string().nullable(),
  /** What the provider keeps for itself, in the currency that it settles in; null where it has not said it. */
  providerFee: z.strictObject({ amountMinor: Minor, currency: z.enum(CURRENCY_CODES) }).nullable(),
});
export type RentalPayment = z.infer<typeof RentalPayment>;

export const RentalRefund = z.strictObject({
  id: z.string(),
  orderNo: z.string(),
  origin: z.enum(REFUND_ORIGINS),
  status: z.literal(Object.values(RefundStatus)),
  providerState: z.enum(REFUND_PROVIDER_STATES).nullable(),
  amountMinor: Minor,
  currency: z.enum(CURRENCY_CODES),
  isFull: z.boolean(),
  reason: z.string(),
  requestedByName: z.string(),
  requestedAt: Instant,
  answeredByName: z.string().nullable(),
  answeredAt: Instant.nullable(),
  answerReason: z.string().nullable(),
  completedAt: Instant.nullable(),
  lastError: z.string().nullable(),
});
export type RentalRefund = z.infer<typeof RentalRefund>;

export const RentalEvent = z.strictObject({
  id: z.string(),
  at: Instant,
  what: z.string(),
  status: z.literal(RENTAL_STATES),
  source: z.enum(['customer', 'staff', 'cabinet', 'provider', 'system']),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type RentalEvent = z.infer<typeof RentalEvent>;

const place = z.strictObject({
  imei: z.string(),
  name: z.string(),
  spotName: z.string(),
  slot: z.int().nullable(),
});

const state = {
  orderNo: z.string(),
  status: z.literal(RENTAL_STATES),
  step: z.enum(RENTAL_STEPS),
  kind: z.enum(RENTAL_KINDS),
  /** Why nothing came out; null where something did, or may still. */
  notLent: z.enum(NOT_LENT).nullable(),
  serial: z.string().nullable(),
  from: place,
  to: place.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  returnedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  purchaseAt: Instant.nullable(),
  planName: z.string(),
  plan: FeePlan,
  /** What it costs, or would cost if it ended now. */
  fee: Fee.nullable(),
  /** Of the rental, up to its end or up to now. */
  elapsedSeconds: z.int(),
};

/** One rental as staff reads it. */
export const RentalDetail = z.strictObject({
  id: z.string(),
  ...state,
  version: z.int(),
  sandbox: z.boolean(),
  customerId: z.string(),
  review: z.boolean(),
  flags: z.array(z.enum(RENTAL_FLAGS)),
  endedBy: z.enum(ENDED_BY).nullable(),
  endedByName: z.string(),
  endReason: z.string(),
  money: RentalMoney,
  /** What of the money the customer's bank keeps from going back; null where it has never disputed any. */
  disputedMinor: Minor.nullable(),
  payments: z.array(RentalPayment),
  refunds: z.array(RentalRefund),
  /** What was found against it, the newest first. */
  repairs: z.array(RentalRepair),
  timeline: z.array(RentalEvent),
  /** Its first steps and its commands have left for files; null where they are there. */
  archived: Archived.nullable(),
});
export type RentalDetail = z.infer<typeof RentalDetail>;

/** What the customer's receipt says of the tax, once the fee is known (settled 140). */
export const RentalReceipt = z.strictObject({
  totalMinor: Minor,
  netMinor: Minor,
  taxMinor: Minor,
  taxRate: Millionths,
  paidMinor: Minor,
  refundedMinor: Minor,
});

/** One rental as the client that made it reads it. */
export const StorefrontRental = z.strictObject({
  ...state,
  money: RentalMoney,
  payment: CustomerPayment.nullable(),
  receipt: RentalReceipt.nullable(),
  refunds: z.array(RentalRefund.pick({ id: true, status: true, amountMinor: true, requestedAt: true, reason: true })),
});
export type StorefrontRental = z.infer<typeof StorefrontRental>;
