import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { resumeSchedule } from '#platform/jobs/server/resume-schedule.ts';
import { RewardType } from '../contract/coupon-rules.ts';
import type { RunState } from '../contract/coupon-runs.ts';
import { sendCouponsJob } from '../contract/jobs.ts';
import { periodKey } from '../rules/plan-run.ts';
import { type Audience, countAudience, pageOfAudience, tenantsOf } from './audience.ts';
import { handOut } from './hand-out.ts';
import { zoneOf } from './plan-rules.ts';
import { announceRule, findRule, type StoredRule } from './rule-store.ts';
import { announceRun, lockRun, type StoredRun } from './run-store.ts';

/** Customers of one transaction: few enough that who claims the coupon, or stops the run, need not wait long. */
const AT_ONCE = 500;

interface Sending {
  readonly run: StoredRun;
  readonly rule: StoredRule;
  readonly audience: Audience;
  /** In which everybody gets theirs once. */
  readonly period: string;
}

/**
 * Sends what a run has not sent yet. Each portion is one transaction with its counts and the customer where it stopped, so a run
 * that was cut off, or given to a second server, goes on there and sends nothing twice (security 9.4).
 */
export const sendCoupons = defineJob(sendCouponsJob, async (context, { runId }) => {
  const sending = await begin(context, runId);
  if (!sending) return;
  const tenants = await tenantsOf(context.services, context.tenantId, sending.audience);
  await noteSize(context, sending, tenants);
  let from: Cursor = { tenantId: sending.run.cursorTenantId, id: sending.run.cursorId };
  // what was lent when it began, and is not any more, is over
  const first = from.tenantId === null ? 0 : Math.max(0, tenants.indexOf(from.tenantId));
  for (const tenantId of tenants.slice(first)) {
    for (;;) {
      context.signal.throwIfAborted();
      const page = { afterId: from.tenantId === tenantId ? from.id : null, limit: AT_ONCE };
      const ids = await context.services.database.read(
        tenantId,
        (db) => pageOfAudience(db, sending.audience, page),
        'background',
      );
      const last = ids.at(-1);
      if (last === undefined) break;
      const portion = { ids, from, to: { tenantId, id: last } };
      if ((await context.transaction((tx) => sendPortion(tx, sending, portion))) === 'over') return;
      from = portion.to;
    }
  }
  await context.transaction((tx) => end(tx, sending.run, 'done'));
});

function begin(context: JobContext, runId: string): Promise<Sending | undefined> {
  return context.transaction(async (tx) => {
    const run = await lockRun(tx.db, runId);
    if (run?.state !== 'waiting' && run?.state !== 'running') return undefined;
    const rule = await findRule(tx.db, run.ruleId);
    if (!rule?.isOn) {
      await end(tx, run, 'failed', 'coupon-rule.gone');
      return undefined;
    }
    await tx.db
      .updateTable('reward_run')
      .set((of) => ({ state: 'running', started_at: of.fn.coalesce('started_at', sql<Date>`${tx.now()}`) }))
      .where('id', '=', runId)
      .execute();
    await announceRun(tx, runId);
    const timeZone = await zoneOf(tx);
    const { rewardType, emailSuffixes, includeSharedTenants } = rule;
    const isBirthday = rewardType === RewardType.birthday;
    return {
      ...{ run, rule },
      audience: { rewardType, emailSuffixes, includeSharedTenants, at: run.slot, timeZone },
      // whoever was born on 29 February, or moves between zones, has one birthday a year
      period: isBirthday ? periodKey('yearly', run.slot, timeZone) : run.periodKey,
    };
  });
}

/** How many codes it is going to send, for its progress. */
async function noteSize(
  context: JobContext,
  { run, rule, audience }: Sending,
  tenants: readonly string[],
): Promise<void> {
  let customers = 0;
  for (const tenantId of tenants)
    customers += await context.services.database.read(tenantId, (db) => countAudience(db, audience), 'background');
  await context.transaction(async (tx) => {
    await tx.db
      .updateTable('reward_run')
      .set({ planned: customers * rule.couponCount })
      .where('id', '=', run.id)
      .where('state', '=', 'running')
      .execute();
    await announceRun(tx, run.id);
  });
}

interface Cursor {
  readonly tenantId: string | null;
  readonly id: string | null;
}

interface Portion {
  readonly ids: readonly string[];
  /** Where the run stood when these were read, and where it stands after them. */
  readonly from: Cursor;
  readonly to: { readonly tenantId: string; readonly id: string };
}

async function sendPortion(
  tx: Transaction,
  { run, rule, period }: Sending,
  portion: Portion,
): Promise<'goes-on' | 'over'> {
  const now = await lockRun(tx.db, run.id);
  const { from, to, ids } = portion;
  // another server is at it
  if (now?.state !== 'running' || now.cursorId !== from.id || now.cursorTenantId !== from.tenantId) return 'over';
  const { sent, skipped, failed, stopped } = await handOut(tx, {
    ...{ rule, runId: run.id, periodKey: period, customerIds: ids },
  });
  await tx.db
    .updateTable('reward_run')
    .set({
      sent: sql`sent + ${sent}`,
      skipped: sql`skipped + ${skipped}`,
      failed: sql`failed + ${failed}`,
      cursor_tenant_id: Number(to.tenantId),
      cursor_id: to.id,
    })
    .where('id', '=', run.id)
    .execute();
  if (stopped === undefined) {
    await announceRun(tx, run.id);
    return 'goes-on';
  }
  await end(tx, run, stopped === 'coupon.none-left' ? 'partial' : 'failed', stopped);
  return 'over';
}

async function end(
  tx: Transaction,
  run: StoredRun,
  state: Extract<RunState, 'done' | 'partial' | 'failed'>,
  problem = '',
): Promise<void> {
  await tx.db
    .updateTable('reward_run')
    // who came or went meanwhile belongs to what was planned, or does not
    .set({
      state,
      problem,
      finished_at: tx.now(),
      ...(state === 'done' ? { planned: sql`sent + skipped + failed` } : {}),
    })
    .where('id', '=', run.id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  await announceRun(tx, run.id);
  await announceRule(tx, run.ruleId);
}

export const resumeSends = resumeSchedule({
  name: 'coupon-rules.resume',
  expression: '25 * * * * *',
  job: sendCouponsJob,
  dataOf: (runId) => ({ runId }),
  open: (db) =>
    db.selectFrom('reward_run').select(['tenant_id', 'id']).where('state', 'in', ['waiting', 'running']).execute(),
});
