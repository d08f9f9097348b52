import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, instant, integer, text } from '#platform/records/contract/fields.ts';
import { PAYMENT_CHANNELS, PAYMENT_STATES } from './payment.ts';

/** Every attempt to pay an order (domain 3, settled 141); what becomes of one is decided with its order. */
export const paymentRecords = defineList({
  name: 'payment',
  namespace: 'payment-records',
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
    requestedAt: instant({ required: true, sort: true }),
    receivedAt: instant({ sort: true }),
    providerRef: text(200, { search: true }),
    chargeRef: text(200, { search: true }),
    errorCode: text(100, { filter: true }),
    errorMessage: text(500),
    attempt: integer(1, 32_767, { required: true }),
    currency: text(3),
  },
  computed: { userId: text(200) },
});
export type ListedPayment = ListedOf<typeof paymentRecords>;
