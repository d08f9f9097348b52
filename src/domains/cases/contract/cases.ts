import { REFUND_PROVIDER_STATES, REFUND_WISHES, RefundStatus } from '#domains/refunds/contract/refund.ts';
import { robotTarget } from '#domains/robots/contract/robot-target.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, reference, text } from '#platform/records/contract/fields.ts';

/** What a customer would like best. */
export const CASE_WISHES = REFUND_WISHES;
export type CaseWish = (typeof CASE_WISHES)[number];
/** How a customer showed that an order is his. */
export const CASE_PROOFS = ['pickup', 'payment'] as const;
export type CaseProof = (typeof CASE_PROOFS)[number];
export const LONGEST_WORDS = 200;

const STATES = Object.values(RefundStatus) as [RefundStatus, ...RefundStatus[]];

/** What customers asked at the machines: each is a refund application with its evidence. */
export const orderCases = defineList({
  name: 'orderCase',
  namespace: 'cases',
  table: 'listed_order_case',
  rightsOf: 'order',
  exportNeeds: 'order:export',
  calls: domainCalls('/customer-case/api'),
  time: 'askedAt',
  label: 'orderNo',
  fields: {
    orderNo: text(40, { search: true }),
    askedAt: instant({ required: true, sort: true }),
    wish: choice(CASE_WISHES, 'case_wish', { required: true }),
    words: text(LONGEST_WORDS, { search: true }),
    hasPhoto: flag(false, { sort: false }),
    status: choice(STATES, 'refund_status', { required: true, sort: true }),
    /** Nobody has answered. */
    waiting: flag(false, { sort: false }),
    providerState: choice(REFUND_PROVIDER_STATES, 'refund_provider_state'),
    amountMinor: amount({ required: true, sort: true, currency: 'currency' }),
    goodsSummary: text(200, { columnZh: 'goods_summary_zh' }),
    robotId: reference(robotTarget),
    spotId: reference(spots),
    provedBy: choice(CASE_PROOFS, 'case_proof', { required: true }),
    answerReason: text(200),
    refundId: text(40),
    photo: text(300),
    currency: text(3),
  },
});
export type OrderCase = ListedOf<typeof orderCases>;

export const CASE_VIEWS = { waiting: { waiting: 'true' }, all: {} } as const;
