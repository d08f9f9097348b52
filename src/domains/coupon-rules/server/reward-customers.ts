import { sql } from 'kysely';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { RewardType } from '../contract/coupon-rules.ts';
import { ofAudience } from './audience.ts';
import { handOut } from './hand-out.ts';
import { zoneOf } from './plan-rules.ts';
import { announceRule, type StoredRule, selectRules } from './rule-store.ts';
import { announceRun, insertRun } from './run-store.ts';

/** In the life of a customer, not in a year or month. */
const ONCE = 'once';
/** New customers are looked for so often; who verifies a mailbox later is found then. */
const LOOK_EVERY_MS = 30_000;
/** A transaction that began before the last look may have committed after it. */
const OVERLAP_MS = 5 * 60_000;
const AT_ONCE = 200;

/**
 * Gives customers what a rule promises them once, and counts it in the run of the day. Who is not meant by the rule, or has had
 * theirs, gets nothing.
 */
async function reward(tx: Transaction, rule: StoredRule, ids: readonly string[]): Promise<void> {
  const customerIds = await ofAudience(tx.db, rule.emailSuffixes, ids);
  if (customerIds.length === 0) return;
  const day = localDay(tx.now(), await zoneOf(tx));
  await insertRun(tx, rule, { periodKey: day, slot: tx.now(), state: 'done' });
  const { id: runId } = await tx.db
    .selectFrom('reward_run')
    .select('id')
    .where('rule_id', '=', rule.id)
    .where('period_key', '=', day)
    .where('asked_by', '=', '')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { sent, skipped, failed, stopped } = await handOut(tx, { rule, runId, periodKey: ONCE, customerIds });
  await tx.db
    .updateTable('reward_run')
    .set({
      planned: sql`planned + ${customerIds.length * rule.couponCount}`,
      sent: sql`sent + ${sent}`,
      skipped: sql`skipped + ${skipped}`,
      failed: sql`failed + ${failed}`,
      started_at: sql<Date>`coalesce(started_at, ${tx.now()})`,
      finished_at: tx.now(),
      ...(stopped === undefined
        ? {}
        : { state: stopped === 'coupon.none-left' ? 'partial' : 'failed', problem: stopped }),
    })
    .where('id', '=', runId)
    .execute();
  await announceRun(tx, runId);
  await announceRule(tx, rule.id);
}

/** The first order that a customer paid, not the second one that was paid a moment later (settled 104). */
export const rewardFirstOrder = subscribe(
  orderEvents.paid,
  'coupon-rules.first-paid-order',
  async (tx, { orderNo }) => {
    const rules = await selectRules(tx.db)
      .where('status', '=', 'enabled')
      .where('reward_type', '=', RewardType.firstPaidOrder)
      .execute();
    if (rules.length === 0) return;
    const order = await tx.db
      .selectFrom('coffee_order')
      .select(['customer_ref', 'paid_at', 'sandbox'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst();
    const { customer_ref: customerId, paid_at: paidAt } = order ?? {};
    // nobody has paid for an order of the sandbox
    if (!customerId || !paidAt || order?.sandbox) return;
    const earlier = await tx.db
      .selectFrom('coffee_order')
      .select('order_no')
      .where('customer_ref', '=', customerId)
      .where('order_no', '<>', orderNo)
      .where('sandbox', '=', false)
      .where(sql<boolean>`(paid_at, order_no) < (${paidAt}::timestamptz, ${orderNo})`)
      .limit(1)
      .executeTakeFirst();
    if (earlier) return;
    for (const rule of rules) if (rule.beginAt <= paidAt && paidAt <= rule.endAt) await reward(tx, rule, [customerId]);
  },
  { sharesTransaction: true },
);

/** Looks for customers who registered; answers how many rules found some. */
export async function rewardRegistrations(services: Services): Promise<number> {
  const now = services.clock.now();
  const due = await services.database.acrossTenants('coupon rules for new customers', (db) =>
    db
      .selectFrom('reward_rule')
      .innerJoin('tenant', 'tenant.tenant_id', 'reward_rule.tenant_id')
      .select(['reward_rule.tenant_id', 'reward_rule.id'])
      .where('reward_rule.status', '=', 'enabled')
      .where('reward_rule.reward_type', '=', RewardType.registration)
      .where('reward_rule.begin_at', '<=', now)
      .where('tenant.status', '=', 1)
      // the clock of tests may go back
      .where(
        sql<boolean>`coalesce(looked_until, begin_at) not between ${new Date(now.getTime() - LOOK_EVERY_MS)} and ${now}`,
      )
      // who was there at its end is rewarded a little later
      .where('reward_rule.end_at', '>=', new Date(now.getTime() - OVERLAP_MS))
      .execute(),
  );
  let found = 0;
  for (const { tenant_id, id } of due)
    if (
      await runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' }, (tx) =>
        lookForNew(tx, id),
      )
    )
      found += 1;
  return found;
}

/** Another server that holds the rule is at it: it is left alone. */
async function lookForNew(tx: Transaction, ruleId: string): Promise<boolean> {
  const rule = await selectRules(tx.db)
    .select('created_at as createdAt')
    .where('id', '=', ruleId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!rule) return false;
  const now = tx.now();
  const from = new Date((rule.lookedUntil ?? rule.createdAt).getTime() - OVERLAP_MS);
  const since = rule.createdAt > rule.beginAt ? rule.createdAt : rule.beginAt;
  const seen = await tx.db
    .selectFrom('customer')
    .select(['id', 'last_seen_at'])
    .where('last_seen_at', '>=', from)
    .where('created_at', '>=', since)
    .where('created_at', '<=', rule.endAt)
    .where(
      sql<boolean>`not exists (select 1 from reward_issue issue where issue.tenant_id = ${THIS_TENANT}
        and issue.rule_id = ${ruleId}::uuid and issue.customer_id = customer.id and issue.period_key = ${ONCE})`,
    )
    .orderBy('last_seen_at')
    .limit(AT_ONCE)
    .execute();
  const last = seen.at(-1);
  // more than one look takes: the next one goes on behind the last
  const isMore = seen.length === AT_ONCE && last && last.last_seen_at > from;
  const until = isMore ? new Date(last.last_seen_at.getTime() + OVERLAP_MS) : now;
  await tx.db.updateTable('reward_rule').set({ looked_until: until }).where('id', '=', ruleId).execute();
  if (seen.length === 0) return false;
  await reward(
    tx,
    rule,
    seen.map(({ id }) => id),
  );
  return true;
}
