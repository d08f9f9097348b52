import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';

export interface UserTenant {
  readonly id: string;
  /** In the language that was asked for (decision 37). */
  readonly name: string;
  /** Both the tenant and the membership are in force. */
  readonly isActive: boolean;
  readonly idleSeconds: number;
}

/** Tenants that a user belongs to, disabled ones marked; for root every tenant there is. */
export async function findTenantsOf(
  db: PlatformDb,
  { id: userId, isRoot }: { readonly id: string; readonly isRoot: boolean },
  language: Language,
): Promise<UserTenant[]> {
  const rows = await db
    .selectFrom('tenant as t')
    .leftJoin('membership as m', (join) => join.onRef('m.tenant_id', '=', 't.tenant_id').on('m.user_id', '=', userId))
    .select(['t.tenant_id', 't.name', 't.name_zh', 't.status', 't.session_idle_seconds', 'm.status as member_status'])
    .$if(!isRoot, (query) => query.where('m.user_id', 'is not', null))
    .orderBy('t.tenant_id')
    .execute();
  return rows.map((row) => ({
    id: String(row.tenant_id),
    name: localName(language, row.name, row.name_zh),
    isActive: row.status === 1 && (isRoot || row.member_status === 1),
    idleSeconds: row.session_idle_seconds,
  }));
}

export interface TenantRow {
  tenant_id: number;
  name: string;
  name_zh: string;
  status: number;
  time_zone: string;
  currency: string;
  currency_format: string;
  time_format: string;
  tax_rounding: string;
  oss_config: unknown;
  email_config: unknown;
  sms_config: unknown;
  user_point_config: unknown;
  accumulation_point_limit: unknown;
}

/** The settings of the tenant that the handle is inside of. */
export async function findTenant(db: TenantDb): Promise<TenantRow | undefined> {
  return db
    .selectFrom('tenant')
    .select([
      'tenant_id',
      'name',
      'name_zh',
      'status',
      'time_zone',
      'currency',
      'currency_format',
      'time_format',
      'tax_rounding',
      'oss_config',
      'email_config',
      'sms_config',
      'user_point_config',
      'accumulation_point_limit',
    ])
    .executeTakeFirst();
}
