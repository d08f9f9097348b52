import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, instant, integer, reference, text } from '#platform/records/contract/fields.ts';

/** How far a repair is; closed ones are kept as evidence. */
export const REPAIR_STATES = ['waits_robot', 'waits_person', 'made_again', 'refunding', 'closed'] as const;
export type RepairState = (typeof REPAIR_STATES)[number];
export const REPAIR_OUTCOMES = ['none', 'delivered', 'refunded', 'partly'] as const;
export type RepairOutcome = (typeof REPAIR_OUTCOMES)[number];
export const UNDELIVERED_REASONS = [
  'robot_offline',
  'no_answer',
  'stopped_making',
  'failed',
  'timed_out',
  'no_work_order',
] as const;
export type UndeliveredReason = (typeof UNDELIVERED_REASONS)[number];
/** What a tenant, or the person who is asked, can choose. */
export const REPAIRS = ['same_robot', 'other_robot', 'refund'] as const;
export type Repair = (typeof REPAIRS)[number];
export const UNDELIVERED_RULES = [...REPAIRS, 'ask'] as const;
export type UndeliveredRule = (typeof UNDELIVERED_RULES)[number];

/** Paid orders that were not delivered in time, and what became of each. */
export const deliveryRepairs = defineList({
  name: 'deliveryRepair',
  namespace: 'delivery-watch',
  calls: domainCalls('/delivery-watch/api'),
  rightsOf: 'order',
  time: 'foundAt',
  label: 'orderNo',
  fields: {
    orderNo: text(40, { search: true }),
    state: choice(REPAIR_STATES, 'repair_state', { required: true, sort: true }),
    outcome: choice(REPAIR_OUTCOMES, 'repair_outcome', { required: true, sort: true }),
    reason: choice(UNDELIVERED_REASONS, 'undelivered_reason', { required: true }),
    rule: choice(UNDELIVERED_RULES, 'undelivered_rule', { required: true }),
    how: text(20),
    cups: integer(1, 99, { required: true }),
    amountMinor: amount({ required: true, sort: true, currency: 'currency' }),
    spotId: reference(spots, { filter: true }),
    robotImei: text(40, { search: true }),
    foundAt: instant({ required: true, sort: true }),
    repairedAt: instant(),
    closedAt: instant({ sort: true }),
    remakes: integer(0, 99, { required: true }),
    currency: text(3),
  },
});
export type DeliveryRepair = ListedOf<typeof deliveryRepairs>;
