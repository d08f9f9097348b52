import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Frequency } from '../contract/coupon-rules.ts';
import { couponRules } from '../contract/coupon-rules.ts';

export interface StoredRule {
  readonly id: string;
  readonly name: string;
  readonly couponId: string;
  readonly rewardType: number;
  readonly frequency: Frequency | null;
  readonly executionTime: string;
  readonly weekdays: readonly number[];
  readonly beginAt: Date;
  readonly endAt: Date;
  readonly couponCount: number;
  readonly emailSuffixes: string;
  readonly includeSharedTenants: boolean;
  readonly isOn: boolean;
  readonly nextRunAt: Date | null;
  readonly plannedZone: string;
  readonly lookedUntil: Date | null;
}

export const selectRules = (db: TenantDb) =>
  db
    .selectFrom('reward_rule')
    .select([
      ...(['id', 'name', 'coupon_id as couponId', 'reward_type as rewardType'] as const),
      ...(['execution_time as executionTime', 'begin_at as beginAt', 'end_at as endAt'] as const),
      ...(['coupon_count as couponCount', 'email_suffixes as emailSuffixes'] as const),
      ...(['include_shared_tenants as includeSharedTenants', 'next_run_at as nextRunAt'] as const),
      ...(['planned_zone as plannedZone', 'looked_until as lookedUntil'] as const),
    ])
    .select([
      sql<Frequency | null>`frequency`.as('frequency'),
      sql<readonly number[]>`weekdays`.as('weekdays'),
      sql<boolean>`(status = 'enabled')`.as('isOn'),
    ]);

export const findRule = (db: TenantDb, id: string): Promise<StoredRule | undefined> =>
  selectRules(db).where('id', '=', id).executeTakeFirst();

/** Open lists and panels show what became of a rule. */
export const announceRule = (tx: Transaction, id: string): Promise<void> =>
  tx.live({ kind: couponRules.name, id, permission: couponRules.permission('view') });
