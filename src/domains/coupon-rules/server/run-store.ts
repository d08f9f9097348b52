import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { couponRules } from '../contract/coupon-rules.ts';
import { couponRuns, type RunState } from '../contract/coupon-runs.ts';
import { sendCouponsJob } from '../contract/jobs.ts';
import type { StoredRule } from './rule-store.ts';

export interface StoredRun {
  readonly id: string;
  readonly ruleId: string;
  readonly periodKey: string;
  readonly slot: Date;
  readonly state: RunState;
  readonly askedBy: string;
  readonly cursorTenantId: string | null;
  readonly cursorId: string | null;
}

export const selectRuns = (db: TenantDb) =>
  db
    .selectFrom('reward_run')
    .select([
      'id',
      'rule_id as ruleId',
      'period_key as periodKey',
      'slot',
      'asked_by as askedBy',
      'cursor_id as cursorId',
    ])
    .select([sql<RunState>`state`.as('state'), sql<string | null>`cursor_tenant_id::text`.as('cursorTenantId')]);

export const lockRun = (db: TenantDb, id: string): Promise<StoredRun | undefined> =>
  selectRuns(db).where('id', '=', id).forUpdate().executeTakeFirst();

export interface NewRun {
  readonly periodKey: string;
  readonly slot: Date;
  readonly state: Extract<RunState, 'planned' | 'waiting' | 'done'>;
  readonly askedBy?: string;
}

/** Its id; undefined where the clock has run that period already, or another server was first. */
export async function insertRun(tx: Transaction, rule: StoredRule, run: NewRun): Promise<string | undefined> {
  const { id: rule_id, name: task_name, couponId: coupon_id, rewardType: reward_type } = rule;
  const row = await tx.db
    .insertInto('reward_run')
    .values({
      ...{ id: newId(), rule_id, task_name, coupon_id, reward_type },
      ...{ period_key: run.periodKey, slot: run.slot, state: run.state, asked_by: run.askedBy ?? '' },
    })
    .onConflict((same) =>
      same.columns(['tenant_id', 'rule_id', 'period_key']).where('asked_by', '=', sql.lit('')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  if (run.state === 'waiting') await tx.enqueue(sendCouponsJob, { runId: row.id }, { key: row.id });
  await announceRun(tx, row.id);
  return row.id;
}

/** Open lists show it. */
export const announceRun = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: couponRuns.name, id, permission: couponRules.permission('view') });
