import { sql } from 'kysely';
import { issueCodes } from '#domains/coupons/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { StoredRule } from './rule-store.ts';

export interface HandOut {
  readonly rule: Pick<StoredRule, 'id' | 'couponId' | 'couponCount'>;
  readonly runId: string;
  /** In which everybody gets theirs once. */
  readonly periodKey: string;
  readonly customerIds: readonly string[];
}

export interface HandedOut {
  readonly sent: number;
  readonly skipped: number;
  readonly failed: number;
  /** Why it does not go on: the coupon has run out, or is none that can be sent any more. */
  readonly stopped: string | undefined;
}

/** The coupon itself refuses: nobody else gets one either. */
const STOPS: ReadonlySet<string> = new Set(['coupon.none-left', 'coupon.not-found', 'coupon.disabled', 'coupon.ended']);

/** Gives each customer what he lacks of this period, first one code to each, then a second one (practice 6). */
export async function handOut(tx: Transaction, { rule, runId, periodKey, customerIds }: HandOut): Promise<HandedOut> {
  let [sent, skipped, failed] = [0, 0, 0];
  for (let seq = 1; seq <= rule.couponCount; seq += 1) {
    const fresh = await claim(tx, { ruleId: rule.id, runId, periodKey, seq, customerIds });
    skipped += customerIds.length - fresh.length;
    if (fresh.length === 0) continue;
    const source = `${rule.id}:${periodKey}:${seq}`;
    const answer = await issueCodes(tx, { couponId: rule.couponId, customerIds: fresh, origin: 'rule', source });
    sent += answer.issued.length;
    if (answer.skipped.length === 0) continue;
    const had = answer.skipped.filter(({ because }) => because === 'coupon.already-claimed');
    skipped += had.length;
    const without = answer.skipped.filter(({ because }) => because !== 'coupon.already-claimed');
    await giveUp(
      tx,
      { ruleId: rule.id, periodKey, seq },
      without.map(({ customerId }) => customerId),
    );
    const stopped = without.find(({ because }) => STOPS.has(because))?.because;
    failed += without.filter(({ because }) => !STOPS.has(because)).length;
    if (stopped !== undefined) return { sent, skipped, failed, stopped };
  }
  return { sent, skipped, failed, stopped: undefined };
}

interface Claim {
  readonly ruleId: string;
  readonly periodKey: string;
  readonly seq: number;
}

/** Those who do not have the nth of this period yet; whoever else asks at the same time waits, and finds nobody. */
async function claim(
  tx: Transaction,
  { ruleId, runId, periodKey, seq, customerIds }: Claim & { runId: string; customerIds: readonly string[] },
): Promise<string[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<{ customer_id: string }>`
    insert into reward_issue (tenant_id, rule_id, customer_id, period_key, seq, run_id, issued_at)
    select ${tx.tenantId}::bigint, ${ruleId}::uuid, customer_id, ${periodKey}, ${seq}::smallint, ${runId}::uuid, ${tx.now()}
      from unnest(${[...customerIds]}::uuid[]) as customer_id
    on conflict do nothing
    returning customer_id`.execute(tx.db);
  return rows.map(({ customer_id }) => customer_id);
}

/** Who got none may get one when the period is run again. */
async function giveUp(tx: Transaction, { ruleId, periodKey, seq }: Claim, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .deleteFrom('reward_issue')
    .where('rule_id', '=', ruleId)
    .where('period_key', '=', periodKey)
    .where('seq', '=', seq)
    .where(sql<boolean>`customer_id = any(${[...ids]}::uuid[])`)
    .execute();
}
