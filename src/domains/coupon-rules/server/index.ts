import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { SEND_RULES, SEND_RUNS } from '../contract/addresses.ts';
import { couponRules } from '../contract/coupon-rules.ts';
import { couponRuns } from '../contract/coupon-runs.ts';
import { couponRuleEndpoints, LENDING_PERMISSION } from '../contract/endpoints.ts';
import { couponRuleProblems } from '../contract/problems.ts';
import { checkRules } from './check-rules.ts';
import { addLending, agreeLending, listLendings, removeLending } from './lendings.ts';
import { planDueRules } from './plan-rules.ts';
import { rewardFirstOrder, rewardRegistrations } from './reward-customers.ts';
import { previewRuns, whoWouldGetIt } from './rule-calls.ts';
import { addRun, stopRun, switchRun } from './run-calls.ts';
import { ruleHooks } from './save-rule.ts';
import { resumeSends, sendCoupons } from './send-run.ts';

const lastRun = (column: string) =>
  sql`(select ${sql.ref(`run.${column}`)} from reward_run run
        where run.tenant_id = ${THIS_TENANT} and run.rule_id = record.id and run.started_at is not null
        order by run.slot desc, run.id desc limit 1)`;

const rules = serveRecords(couponRules, {
  ...ruleHooks,
  computed: {
    nextRunAt: sql`case when record.status = 'enabled' then record.next_run_at end`,
    lastRunAt: lastRun('slot'),
    lastState: sql`coalesce(${lastRun('state')}, '')`,
    sentTotal: sql`(select coalesce(sum(run.sent), 0)::integer from reward_run run
                     where run.tenant_id = ${THIS_TENANT} and run.rule_id = record.id)`,
  },
});
const runs = serveList(couponRuns);

/** What the clock begins, and whom customers themselves begin. */
async function planDue(services: Services): Promise<number> {
  return (await planDueRules(services)) + (await rewardRegistrations(services));
}

export const couponRuleSlice: ServerSlice = sliceOf(
  {
    name: 'coupon-rules',
    about: 'Rules that send coupons by themselves: on a schedule, at registration, for a first order, on birthdays.',
    problems: couponRuleProblems,
    scheduledWork: [checkRules],
    permissions: { [LENDING_PERMISSION]: { namespace: 'coupon-rules', key: 'kind.may.lend' } },
    rootOnly: [LENDING_PERMISSION],
    menu: [
      {
        ...{ page: 'marketing/send-rules', kind: couponRules, under: 'marketing', path: SEND_RULES },
        ...{ icon: 'schedule', sort: 60 },
      },
      { page: 'marketing/send-runs', kind: couponRuns, under: 'marketing', path: SEND_RUNS, icon: 'list', sort: 61 },
    ],
    routes: [
      route(couponRuleEndpoints.nextRuns, previewRuns),
      route(couponRuleEndpoints.who, whoWouldGetIt),
      route(couponRuleEndpoints.addRun, addRun),
      route(couponRuleEndpoints.switchRun, switchRun),
      route(couponRuleEndpoints.stopRun, stopRun),
      route(couponRuleEndpoints.lendings, listLendings),
      route(couponRuleEndpoints.addLending, addLending),
      route(couponRuleEndpoints.agreeLending, agreeLending),
      route(couponRuleEndpoints.removeLending, removeLending),
    ],
    jobs: [sendCoupons],
    schedules: [resumeSends],
    subscriptions: [rewardFirstOrder],
    planDue,
  },
  rules,
  runs,
);
