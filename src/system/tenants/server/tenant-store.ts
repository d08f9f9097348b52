import type { Selectable } from 'kysely';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { tenantsHere, tenantsToAsk } from '#system/access/server/index.ts';

export interface UserTenant {
  readonly id: string;
  /** In the language that was asked for (decision 37). */
  readonly name: string;
  /** Both the tenant and the membership are in force. */
  readonly isActive: boolean;
  /** The membership is: neither frozen nor removed. */
  readonly isMember: boolean;
  readonly idleSeconds: number;
}

/** Tenants that a user belongs to, disabled ones marked; for root every tenant there is, on whatever machine that is not away. */
export async function findTenantsOf(
  db: PlatformDb,
  { id: userId, isRoot }: { readonly id: string; readonly isRoot: boolean },
  language: Language,
): Promise<UserTenant[]> {
  const asked = isRoot ? await tenantsHere(db) : await tenantsToAsk(db, userId);
  if (asked?.length === 0) return [];
  const rows = await db
    .selectFrom('tenant as t')
    .leftJoin('membership as m', (join) =>
      join
        .onRef('m.tenant_id', '=', 't.tenant_id')
        .on('m.user_id', '=', userId)
        .$call((on) => (asked ? on.on('m.tenant_id', 'in', asked) : on)),
    )
    .select(['t.tenant_id', 't.name', 't.name_zh', 't.status', 't.session_idle_seconds', 'm.status as member_status'])
    .$if(asked !== undefined, (query) => query.where('t.tenant_id', 'in', asked ?? []))
    .$if(!isRoot, (query) => query.where('m.user_id', 'is not', null))
    .orderBy('t.tenant_id')
    .execute();
  return rows.map((row) => {
    const isMember = isRoot || row.member_status === 1;
    return {
      id: String(row.tenant_id),
      name: localName(language, row.name, row.name_zh),
      isActive: row.status === 1 && isMember,
      isMember,
      idleSeconds: row.session_idle_seconds,
    };
  });
}

const COLUMNS = [
  'tenant_id',
  'name',
  'name_zh',
  'status',
  'version',
  'settings_at',
  'time_zone',
  'next_time_zone',
  'next_time_zone_at',
  'currency',
  'currency_format',
  'time_format',
  'tax_rounding',
  'deposit_minor',
  'pickup_window_seconds',
  'auto_refund_on_failure',
  'undelivered_rule',
  'undelivered_after_minutes',
  'refund_step_up_minor',
  'session_idle_seconds',
  'order_distance_metres',
  'lend_from_percent',
  'fridge_limit_celsius',
  'quiet_hours',
  'push_needs_second',
  'service_email',
  'maintenance_email',
  'carousel',
  'reward_config',
  'oss_config',
  'email_config',
  'sms_config',
  'user_point_config',
  'accumulation_point_limit',
] as const;

export type TenantRow = Pick<Selectable<Tables['tenant']>, (typeof COLUMNS)[number]>;

/** The settings of the tenant that the handle is inside of. */
export async function findTenant(db: TenantDb): Promise<TenantRow | undefined> {
  return db.selectFrom('tenant').select(COLUMNS).executeTakeFirst();
}

/** The same with the row locked until the transaction ends. */
export async function lockTenant(db: TenantDb): Promise<TenantRow> {
  return db.selectFrom('tenant').select(COLUMNS).forUpdate().executeTakeFirstOrThrow();
}
