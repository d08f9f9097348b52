import { spots } from '#domains/spots/contract/spots.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, integer, picture, reference, text } from '#platform/records/contract/fields.ts';
import { REFUND_ORIGINS, REFUND_PROVIDER_STATES, REFUND_WISHES, RefundStatus } from './refund.ts';

const STATES = Object.values(RefundStatus) as [RefundStatus, ...RefundStatus[]];

/** Every refund application of a coffee order (domain 4, settled 94); it is answered by `refundEndpoints.answerRefund`. */
export const refundList = defineList({
  name: 'refundApplication',
  rightsOf: 'order',
  exportNeeds: 'order:export',
  namespace: 'refund-list',
  table: 'listed_refund',
  calls: domainCalls('/order-refund/api'),
  time: 'requestedAt',
  label: 'orderNo',
  fields: {
    orderNo: text(40, { search: true }),
    status: choice(STATES, 'refund_status', { required: true, sort: true }),
    /** Asked by a customer, and nobody has answered. */
    waiting: flag(false, { sort: false }),
    amountMinor: amount({ required: true, sort: true, currency: 'currency' }),
    requestedAt: instant({ required: true, sort: true }),
    requestedByName: text(200, { search: true }),
    reason: text(200, { search: true }),
    /** Of a customer who asked at the machine, with the photo where he sent one (domains/cases). */
    wish: choice(REFUND_WISHES, 'case_wish'),
    photo: picture('case'),
    origin: choice(REFUND_ORIGINS, 'refund_origin', { required: true }),
    providerState: choice(REFUND_PROVIDER_STATES, 'refund_provider_state'),
    isFull: flag(false, { sort: false }),
    /** Cups that it pays back; 0 where an amount was asked for. */
    cups: integer(0, 100, { required: true }),
    goodsSummary: text(200, { columnZh: 'goods_summary_zh' }),
    spotId: reference(spots),
    deviceImei: text(40, { search: true }),
    customerId: text(200, { search: true }),
    answeredByName: text(200),
    answeredAt: instant({ sort: true }),
    answerReason: text(200),
    completedAt: instant({ sort: true }),
    providerRef: text(200, { search: true }),
    lastError: text(200),
    currency: choice(CURRENCY_CODES, 'currency', { required: true, filter: false }),
  },
});
export type ListedRefund = ListedOf<typeof refundList>;

/** The tabs of the list and what each asks for. */
export const REFUND_VIEWS = {
  waiting: { waiting: 'true' },
  open: { status: `${RefundStatus.requestedByCustomer},${RefundStatus.requestedByStaff}` },
  returned: { status: String(RefundStatus.returned) },
  all: {},
} as const;
