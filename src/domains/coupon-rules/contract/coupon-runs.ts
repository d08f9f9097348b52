import { coupons } from '#domains/coupons/contract/coupons.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { couponRules } from './coupon-rules.ts';

/**
 * `planned` waits for its time and `off` was called off before; `waiting` is in the queue; `partial` ended because the coupon
 * had run out, `stopped` because somebody stopped it: what was sent by then stays sent.
 */
export const RUN_STATES = ['planned', 'off', 'waiting', 'running', 'done', 'partial', 'stopped', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

const count = () => integer(0, 2_147_483_647, { required: true, sort: true });

/** What rules sent, send and are going to send (settled 104: the schedule of a rule is its runs). */
export const couponRuns = defineList({
  name: 'couponRun',
  namespace: 'coupon-runs',
  table: 'reward_run',
  rightsOf: 'couponRule',
  notFound: 'coupon-rule.run-not-found',
  calls: domainCalls('/CouponSchedule/api'),
  time: 'slot',
  label: 'taskName',
  fields: {
    /** Of the rule, which may be gone. */
    taskName: text(100, { required: true, search: true, sort: true }),
    ruleId: reference(couponRules, { required: true }),
    couponId: reference(coupons, { required: true }),
    rewardType: choice([1, 2, 3, 4], 'reward_type', { required: true, sort: true }),
    /** The period that it sends for: nobody gets more of it in one period, however often it runs. */
    periodKey: text(20, { required: true, filter: true }),
    state: choice(RUN_STATES, 'coupon_run_state', { required: true, sort: true }),
    slot: instant({ required: true, sort: true }),
    /** Codes, not people. */
    planned: count(),
    sent: count(),
    /** Those that had theirs from an earlier run of the same period. */
    skipped: count(),
    failed: count(),
    startedAt: instant({ sort: true }),
    finishedAt: instant({ sort: true }),
    /** Who added it by hand; empty for the clock. */
    askedBy: text(100),
    /** Who stopped it on its way; empty for all others. */
    stoppedBy: text(100),
    /** Code of the problem that ended it. */
    problem: text(64),
  },
});
export type CouponRun = ListedOf<typeof couponRuns>;
