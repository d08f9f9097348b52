import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { RewardType } from '../contract/coupon-rules.ts';
import { sendCouponsJob } from '../contract/jobs.ts';
import { periodKey, planRule } from '../rules/plan-run.ts';
import { timesOf } from '../rules/rule-faults.ts';
import { announceRule, type StoredRule, selectRules } from './rule-store.ts';
import { announceRun, insertRun, lockRun } from './run-store.ts';

/** So many in one pass; the others come with the next one, a moment later. */
const AT_ONCE = 200;

interface Due {
  readonly tenant_id: number;
  readonly id: string;
}

/**
 * Gives all runs that are due to the queue, each period once whichever server sees it first, and answers how many. Rules of a
 * tenant whose clocks moved to another zone are planned anew.
 */
export async function planDueRules(services: Services): Promise<number> {
  const now = services.clock.now();
  const byClock = [RewardType.timed, RewardType.birthday];
  const rules = await services.database.acrossTenants('coupon rules that are due', (db) =>
    sql<Due>`
      select rule.tenant_id, rule.id from reward_rule rule join tenant on tenant.tenant_id = rule.tenant_id
       where rule.status = 'enabled' and tenant.status = 1
         and rule.reward_type = any(${byClock}::smallint[])
         and (rule.next_run_at <= ${now} or rule.planned_zone <> tenant.time_zone)
       order by rule.next_run_at limit ${AT_ONCE}`.execute(db),
  );
  const runs = await services.database.acrossTenants('coupon runs that people planned and are due', (db) =>
    sql<Due>`
      select run.tenant_id, run.id from reward_run run
        join reward_rule rule on rule.tenant_id = run.tenant_id and rule.id = run.rule_id
        join tenant on tenant.tenant_id = run.tenant_id
       where run.state = 'planned' and run.asked_by <> '' and run.slot <= ${now}
         and rule.status = 'enabled' and tenant.status = 1
       order by run.slot limit ${AT_ONCE}`.execute(db),
  );
  let begun = 0;
  const within = ({ tenant_id }: Due, work: (tx: Transaction) => Promise<boolean>) =>
    runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' }, work);
  for (const due of rules.rows) if (await within(due, (tx) => planOne(tx, due.id))) begun += 1;
  for (const due of runs.rows) if (await within(due, (tx) => beginPlanned(tx, due.id))) begun += 1;
  return begun;
}

/** Another server that holds the rule is at it: it is left alone. */
async function planOne(tx: Transaction, id: string): Promise<boolean> {
  const rule = await selectRules(tx.db)
    .where('id', '=', id)
    .where('status', '=', 'enabled')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return rule !== undefined && (await planAndTake(tx, rule));
}

/** Takes the run that is due and plans the next one; whether one began. The caller holds the rule. */
export async function planAndTake(tx: Transaction, rule: StoredRule): Promise<boolean> {
  const times = timesOf(rule);
  if (!times) return false;
  const zone = await zoneOf(tx);
  const { slot, nextRunAt } = planRule(
    { ...times, nextRunAt: rule.nextRunAt, plannedZone: rule.plannedZone },
    zone,
    tx.now(),
  );
  const keyOf = (at: Date) => periodKey(times.frequency, at, zone);
  const began = slot !== null && (await takeSlot(tx, rule, { slot, periodKey: keyOf(slot) }));
  await removePlans(tx, rule.id);
  if (nextRunAt) await insertRun(tx, rule, { slot: nextRunAt, periodKey: keyOf(nextRunAt), state: 'planned' });
  await tx.db
    .updateTable('reward_rule')
    .set({ next_run_at: nextRunAt, planned_zone: zone })
    .where('id', '=', rule.id)
    .execute();
  await announceRule(tx, rule.id);
  return began;
}

/** A period that was called off, or has had its run, stays as it is. */
async function takeSlot(
  tx: Transaction,
  rule: StoredRule,
  { slot, periodKey: period }: { readonly slot: Date; readonly periodKey: string },
): Promise<boolean> {
  const planned = await tx.db
    .updateTable('reward_run')
    .set({ state: 'waiting', slot })
    .where('rule_id', '=', rule.id)
    .where('period_key', '=', period)
    .where('asked_by', '=', '')
    .where('state', '=', 'planned')
    .returning('id')
    .executeTakeFirst();
  if (!planned) return (await insertRun(tx, rule, { slot, periodKey: period, state: 'waiting' })) !== undefined;
  await tx.enqueue(sendCouponsJob, { runId: planned.id }, { key: planned.id });
  await announceRun(tx, planned.id);
  return true;
}

/** What the clock planned for a rule is planned no more. */
export async function removePlans(tx: Transaction, ruleId: string): Promise<void> {
  const gone = await tx.db
    .deleteFrom('reward_run')
    .where('rule_id', '=', ruleId)
    .where('asked_by', '=', '')
    .where('state', '=', 'planned')
    .returning('id')
    .execute();
  for (const { id } of gone) await announceRun(tx, id);
}

async function beginPlanned(tx: Transaction, id: string): Promise<boolean> {
  const run = await lockRun(tx.db, id);
  if (run?.state !== 'planned') return false;
  await tx.db.updateTable('reward_run').set({ state: 'waiting' }).where('id', '=', id).execute();
  await tx.enqueue(sendCouponsJob, { runId: id }, { key: id });
  await announceRun(tx, id);
  return true;
}

export const zoneOf = async ({ db }: Pick<Transaction, 'db'>): Promise<string> =>
  (await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow()).time_zone;
