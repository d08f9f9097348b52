import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { couponRuns } from '../contract/coupon-runs.ts';
import type { AddRunRequest, StoppedRun, StopRunRequest, SwitchRunRequest } from '../contract/endpoints.ts';
import { periodKey } from '../rules/plan-run.ts';
import { timesOf } from '../rules/rule-faults.ts';
import { zoneOf } from './plan-rules.ts';
import { announceRule, findRule } from './rule-store.ts';
import { announceRun, insertRun, lockRun } from './run-store.ts';

const fault = (path: string, code: 'coupon-rule.outside-period' | 'coupon-rule.gone' | 'coupon-rule.not-timed') =>
  raise(code, {}, { faults: [{ path, code }] });

/** A run by hand: for who came since the clock ran that period, or at another time. Nobody gets a second one of the period. */
export function addRun(context: RequestContext, { ruleId, at }: AddRunRequest): Promise<{ id: string }> {
  return context.transaction(async (tx) => {
    const rule = isUuid(ruleId) ? await findRule(tx.db, ruleId) : undefined;
    if (!rule) return raiseAt('ruleId', 'coupon-rule.not-found');
    if (!rule.isOn) return fault('ruleId', 'coupon-rule.gone');
    const times = timesOf(rule);
    if (!times) return fault('ruleId', 'coupon-rule.not-timed');
    const now = tx.now();
    const slot = at === undefined ? now : new Date(at);
    if (slot < rule.beginAt || slot > rule.endAt) return fault('at', 'coupon-rule.outside-period');
    const isNow = slot <= now;
    if (isNow) {
      const open = await tx.db
        .selectFrom('reward_run')
        .select('id')
        .where('rule_id', '=', ruleId)
        .where('state', 'in', ['waiting', 'running'])
        .limit(1)
        .executeTakeFirst();
      if (open) raise('coupon-rule.still-running');
    }
    const { name, username } = tx.actor;
    const id = await insertRun(tx, rule, {
      ...{ periodKey: periodKey(times.frequency, slot, await zoneOf(tx)), slot },
      ...{ state: isNow ? 'waiting' : 'planned', askedBy: name || username || tx.actor.id },
    });
    await tx.audit({
      ...{ action: 'coupon-rule:add-run', objectKind: couponRuns.name, objectId: id ?? '' },
      after: { rule: rule.name, at: slot.toISOString() },
    });
    return { id: id ?? raise('coupon-rule.still-running') };
  });
}

/** Calls a planned run off, or plans it again; one that has begun is left alone. */
export function switchRun(context: RequestContext, { id, on }: SwitchRunRequest): Promise<null> {
  return context.transaction(async (tx) => {
    const run = isUuid(id) ? await lockRun(tx.db, id) : undefined;
    if (!run) return raise('coupon-rule.run-not-found');
    const [from, to] = on ? (['off', 'planned'] as const) : (['planned', 'off'] as const);
    if (run.state === to) return null;
    if (run.state !== from || (on && run.slot <= tx.now())) return raise('coupon-rule.run-begun');
    await tx.db.updateTable('reward_run').set({ state: to }).where('id', '=', id).execute();
    await tx.audit({
      ...{ action: 'coupon-rule:switch-run', objectKind: couponRuns.name, objectId: id },
      ...{ before: { state: from }, after: { state: to } },
    });
    await announceRun(tx, id);
    return null;
  });
}

/**
 * Stops a run on its way. Each portion holds the run while it is sent, so a stop waits for the one that is being sent and counts it;
 * the next one finds the run stopped and sends nothing. A run that sent its last portion before that is over, and stays as it is.
 */
export function stopRun(context: RequestContext, { id }: StopRunRequest): Promise<StoppedRun> {
  return context.transaction(async (tx) => {
    const run = isUuid(id) ? await lockRun(tx.db, id) : undefined;
    if (!run) return raise('coupon-rule.run-not-found');
    if (run.state !== 'waiting' && run.state !== 'running' && run.state !== 'stopped')
      return raise('coupon-rule.run-not-running');
    const { name, username } = tx.actor;
    if (run.state !== 'stopped')
      await tx.db
        .updateTable('reward_run')
        .set({ state: 'stopped', finished_at: tx.now(), stopped_by: name || username || tx.actor.id })
        .where('id', '=', id)
        .execute();
    const { sent, planned } = await tx.db
      .selectFrom('reward_run')
      .select(['sent', 'planned'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (run.state === 'stopped') return { sent, planned };
    await tx.audit({
      ...{ action: 'coupon-rule:stop-run', objectKind: couponRuns.name, objectId: id },
      ...{ before: { state: run.state }, after: { state: 'stopped', sent, planned } },
    });
    await announceRun(tx, id);
    await announceRule(tx, run.ruleId);
    return { sent, planned };
  });
}
