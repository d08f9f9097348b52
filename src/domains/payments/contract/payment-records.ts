import * as z from 'zod';
import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, instant, integer, json, reference, text } from '#platform/records/contract/fields.ts';
import { PAID_KINDS, PAYMENT_CHANNELS, PAYMENT_PURPOSES, PAYMENT_STATES } from './payment.ts';

/** Every attempt to pay an order (domain 3, settled 141); what becomes of one is decided with its order. */
export const paymentRecords = defineList({
  name: 'payment',
  namespace: 'payment-records',
  table: 'listed_payment',
  calls: domainCalls('/payment-record/api'),
  time: 'requestedAt',
  label: 'serialNo',
  fields: {
    serialNo: text(60, { search: true }),
    orderNo: text(40, { search: true }),
    status: choice(PAYMENT_STATES, 'payment_state', { required: true, sort: true }),
    channel: choice(PAYMENT_CHANNELS, 'payment_channel', { required: true, sort: true }),
    amountMinor: amount({ required: true, sort: true, currency: 'currency' }),
    refundedMinor: amount({ required: true, sort: true, currency: 'currency' }),
    /** Taken back by the customer's bank, and neither a refund nor less that was paid. */
    disputedMinor: amount({ required: true, sort: true, currency: 'currency' }),
    requestedAt: instant({ required: true, sort: true }),
    receivedAt: instant({ sort: true }),
    providerRef: text(200, { search: true }),
    chargeRef: text(200, { search: true }),
    errorCode: text(100, { filter: true }),
    errorMessage: text(500),
    attempt: integer(1, 32_767, { required: true }),
    currency: text(3),
    /** What the tenant called the channel then. */
    channelName: text(100, { columnZh: 'channel_name_zh' }),
    /** What the provider keeps for itself, in the currency that it settles in; null where it has not said it. */
    feeMinor: amount({ currency: 'feeCurrency' }),
    feeCurrency: text(3),
    userId: text(200, { search: true }),
    spotId: reference(spots),
    orderKind: choice(PAID_KINDS, 'paid_kind', { required: true }),
    /** A deposit is held first, and what a rental costs is taken of it (settled 68). */
    purpose: choice(PAYMENT_PURPOSES, 'payment_purpose', { required: true }),
    heldMinor: amount({ currency: 'currency' }),
    orderSource: choice([1, 2, 3, 0], 'order_source'),
    /** The client of the storefront that the order came through. */
    sourceId: text(40, { search: true }),
    /** What was asked and what the provider answered, without the card. */
    snapshot: json(z.record(z.string(), z.unknown()), {}),
  },
});
export type ListedPayment = ListedOf<typeof paymentRecords>;
