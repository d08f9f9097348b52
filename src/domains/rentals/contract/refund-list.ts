import { REFUND_ORIGINS, REFUND_PROVIDER_STATES, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, reference, text } from '#platform/records/contract/fields.ts';

const STATES = Object.values(RefundStatus) as [RefundStatus, ...RefundStatus[]];

/** Refunds of rentals, in the codes of coffee orders (settled 69). */
export const rentalRefunds = defineList({
  name: 'rentalRefund',
  rightsOf: 'rental',
  exportNeeds: 'rental:export',
  namespace: 'rental-refunds',
  table: 'listed_rental_refund',
  calls: domainCalls('/rental-refund/api'),
  time: 'requestedAt',
  label: 'orderNo',
  fields: {
    orderNo: text(40, { search: true }),
    status: choice(STATES, 'refund_status', { required: true, sort: true }),
    waiting: flag(false, { sort: false }),
    amountMinor: amount({ required: true, sort: true, currency: 'currency' }),
    requestedAt: instant({ required: true, sort: true }),
    requestedByName: text(200, { search: true }),
    reason: text(200, { search: true }),
    origin: choice(REFUND_ORIGINS, 'refund_origin', { required: true }),
    providerState: choice(REFUND_PROVIDER_STATES, 'refund_provider_state'),
    isFull: flag(false, { sort: false }),
    spotId: reference(spots),
    cabinetImei: text(40, { search: true }),
    serial: text(40, { search: true }),
    customerId: text(64, { search: true }),
    answeredByName: text(200),
    answeredAt: instant({ sort: true }),
    answerReason: text(200),
    completedAt: instant({ sort: true }),
    lastError: text(200),
    currency: choice(CURRENCY_CODES, 'currency', { required: true, filter: false }),
  },
});
export type ListedRentalRefund = ListedOf<typeof rentalRefunds>;
