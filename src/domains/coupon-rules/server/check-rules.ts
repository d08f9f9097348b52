import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { defineWork } from '#platform/jobs/server/define-work.ts';
import { couponRules, RewardType } from '../contract/coupon-rules.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };

const MOST_NAMED = 10;

/** Rules that are on and do not send (settled 33): nobody would miss a coupon that never came. */
export const checkRules = defineWork({
  key: 'coupon-rule-check',
  texts: { 'en-US': enUS.work, 'zh-CN': zhCN.work },
  permission: couponRules.permission('view'),
  parameters: {},
  run: async ({ services, read }) => {
    const now = services.clock.now();
    const byClock = [RewardType.timed, RewardType.birthday];
    const { rows } = await read((db) =>
      sql<{ name: string; isWrong: boolean }>`
        select rule.name,
               not coupon.enabled or coupon.ends_at < ${now} or coupon.issued >= coupon.max_total or rule.end_at < ${now}
               or (rule.reward_type = any(${byClock}::smallint[]) and rule.next_run_at is null)
               or coalesce(last.state = 'failed', false) as "isWrong"
          from reward_rule rule
          join coupon on coupon.tenant_id = rule.tenant_id and coupon.id = rule.coupon_id
          left join lateral (
            select run.state from reward_run run
             where run.tenant_id = ${THIS_TENANT} and run.rule_id = rule.id and run.started_at is not null
             order by run.slot desc, run.id desc limit 1) last on true
         where rule.tenant_id = ${THIS_TENANT} and rule.status = 'enabled'
         order by rule.name, rule.id`.execute(db),
    );
    const wrong = rows.filter(({ isWrong }) => isWrong).map(({ name }) => name);
    const named = wrong.slice(0, MOST_NAMED).join(', ');
    const names = wrong.length > MOST_NAMED ? `${named} … (${wrong.length})` : named;
    return { facts: { rules: rows.length, names: names || '0' } };
  },
});
