import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, reference, text } from '#platform/records/contract/fields.ts';
import { DISPUTE_REASONS, DISPUTE_STATES } from './dispute.ts';
import { PAID_KINDS } from './payment.ts';

/** What banks of customers want back, as the provider has it; it is answered there (decision 141). */
export const disputeRecords = defineList({
  name: 'paymentDispute',
  rightsOf: 'payment',
  namespace: 'disputes',
  table: 'listed_payment_dispute',
  calls: domainCalls('/payment-dispute/api'),
  time: 'openedAt',
  label: 'providerRef',
  fields: {
    orderNo: text(40, { search: true }),
    state: choice(DISPUTE_STATES, 'dispute_state', { required: true, sort: true }),
    reason: choice(DISPUTE_REASONS, 'dispute_reason', { required: true, sort: true }),
    amountMinor: amount({ required: true, sort: true, currency: 'currency' }),
    /** Off the account now. */
    takenMinor: amount({ required: true, sort: true, currency: 'currency' }),
    evidenceDueAt: instant({ sort: true }),
    evidenceSent: flag(),
    openedAt: instant({ required: true, sort: true }),
    closedAt: instant({ sort: true }),
    withdrawnAt: instant({ sort: true }),
    reinstatedAt: instant({ sort: true }),
    /** Of the provider, in the currency that it settles in. */
    feeMinor: amount({ currency: 'feeCurrency' }),
    feeCurrency: text(3),
    serialNo: text(60, { search: true }),
    providerRef: text(200, { search: true }),
    orderKind: choice(PAID_KINDS, 'paid_kind', { required: true }),
    spotId: reference(spots),
    userId: text(200, { search: true }),
    currency: text(3),
    answerUrl: text(500),
  },
});
export type ListedDispute = ListedOf<typeof disputeRecords>;
