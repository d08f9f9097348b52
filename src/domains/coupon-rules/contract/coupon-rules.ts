import { coupons } from '#domains/coupons/contract/coupons.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text, weekdays } from '#platform/records/contract/fields.ts';
import { MOST_COUPONS } from '#system/tenants/contract/reward-config.ts';

/** Domain 6: how often a timed rule sends. */
export const FREQUENCIES = ['yearly', 'monthly', 'daily', 'hourly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** What a rule rewards (settled 104); all but `timed` ignore frequency and execution time. */
export const RewardType = { timed: 1, registration: 2, firstPaidOrder: 3, birthday: 4 } as const;
export type RewardType = (typeof RewardType)[keyof typeof RewardType];

/** A rule that sends a coupon by itself (domain 3, practice 6). It is not edited: whoever wants another one deletes it and adds that. */
export const couponRules = defineRecords({
  name: 'couponRule',
  namespace: 'coupon-rules',
  table: 'reward_rule',
  olderTable: 'reward_coupon_rule',
  calls: domainCalls('/RewardCouponRule/api', { turn: 'switch' }),
  // a file cannot show what a rule would send before it does
  without: ['edit', 'importCheck'],
  notFound: 'coupon-rule.not-found',
  switch: 'status',
  fields: {
    /** The task name of domain 3. */
    name: text(100, { required: true, search: true, sort: true }),
    couponId: reference(coupons, { required: true }),
    rewardType: choice([1, 2, 3, 4], 'reward_type', { empty: RewardType.timed, sort: true }),
    frequency: choice(FREQUENCIES, 'send_frequency', { sort: true }),
    /** On the tenant's clocks: `MM-dd HH:mm:ss`, `dd HH:mm:ss`, `HH:mm:ss` or `mm:ss`, as the frequency says. */
    executionTime: text(14),
    /** ISO days on which a daily or hourly rule sends; none: every day. */
    weekdays: weekdays(),
    beginAt: instant({ required: true, sort: true }),
    endAt: {
      ...instant({ required: true, sort: true }),
      follows: { field: 'beginAt', fault: 'coupon-rule.end-before-begin', orSame: true },
    },
    couponCount: integer(1, MOST_COUPONS, { empty: 1 }),
    /** Ends of verified mail addresses, with a comma between; none: everyone. */
    emailSuffixes: text(1_000),
    includeSharedTenants: flag(false),
    status: choice(['enabled', 'disabled'], 'coupon_rule_status', { empty: 'enabled', sort: true }),
  },
  computed: {
    nextRunAt: instant({ sort: true }),
    lastRunAt: instant(),
    lastState: text(20),
    sentTotal: integer(0, Number.MAX_SAFE_INTEGER, { empty: 0 }),
  },
});
export type CouponRule = RecordOf<typeof couponRules>;
