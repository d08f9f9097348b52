import type { Transaction } from '#platform/database/server/transaction.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { RecordServing } from '#platform/records/server/serving.ts';
import { type couponRules, RewardType } from '../contract/coupon-rules.ts';
import { suffixesOf } from '../rules/email-suffix.ts';
import { everRuns, timesOf } from '../rules/rule-faults.ts';
import { planAndTake, removePlans, zoneOf } from './plan-rules.ts';
import { mustBeRight } from './rule-calls.ts';
import { findRule } from './rule-store.ts';

type RuleServing = RecordServing<(typeof couponRules)['fields']>;

/** What a rule is checked for, and how it is planned. */
export const ruleHooks: RuleServing = {
  decide: mustBeRight,
  beforeSave: async (tx, { draft, before }) => {
    if (before) return;
    const coupon = await tx.db.selectFrom('coupon').select('id').where('id', '=', draft.couponId).executeTakeFirst();
    if (!coupon) raiseAt('couponId', 'coupon.not-found');
    const times = timesOf({ ...draft, beginAt: new Date(draft.beginAt), endAt: new Date(draft.endAt) });
    if (times && !everRuns(times, await zoneOf(tx))) raiseAt('endAt', 'coupon-rule.never-runs');
  },
  // suffixes as they are compared; what the clock does not read of a rule that customers begin is not kept
  generate: async (_tx, { draft, before }) => {
    if (before) return {};
    const emailSuffixes = suffixesOf(draft.emailSuffixes).join(', ');
    return draft.rewardType === RewardType.timed
      ? { emailSuffixes }
      : { emailSuffixes, frequency: null, executionTime: '', weekdays: [] };
  },
  afterSave: async (tx, { after }) => {
    await planAnew(tx, after.id);
    return 'changed';
  },
  afterRemove: (tx, { id }) => removePlans(tx, id),
};

/** From now on, whatever was planned before; one that is switched off has no plan. */
async function planAnew(tx: Transaction, id: string): Promise<void> {
  await tx.db
    .updateTable('reward_rule')
    .set({ next_run_at: null, planned_zone: '', looked_until: tx.now() })
    .where('id', '=', id)
    .execute();
  const rule = await findRule(tx.db, id);
  if (rule?.isOn && timesOf(rule)) await planAndTake(tx, rule);
  else await removePlans(tx, id);
}
