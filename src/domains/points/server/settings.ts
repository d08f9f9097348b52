import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { AccumulationLimit, UserPointConfig } from '#system/tenants/contract/tenant-settings.ts';

export interface PointsSettings {
  /** Points are on unless the tenant closed them (domain 9). */
  readonly isOn: boolean;
  /** How sales earn; null where nobody has said. */
  readonly earning: UserPointConfig | null;
  readonly card: { readonly enable: boolean; readonly limit: number; readonly url: string; readonly couponId: string };
}

export async function readPointsSettings(db: TenantDb): Promise<PointsSettings> {
  const row = await db
    .selectFrom('tenant')
    .select(['user_point_config', 'accumulation_point_limit'])
    .executeTakeFirstOrThrow();
  const earning = UserPointConfig.safeParse(row.user_point_config).data ?? null;
  const card = AccumulationLimit.safeParse(row.accumulation_point_limit).data;
  const isOn = earning?.switch_type !== 0;
  return {
    isOn,
    earning,
    card: {
      enable: isOn && card?.enable === true,
      ...{ limit: card?.limit ?? 0, url: card?.url ?? '', couponId: card?.couponInfoId ?? '' },
    },
  };
}

/** What a tenant that closed points shows nobody, it does for nobody either. */
export async function insistOnPoints(db: TenantDb): Promise<PointsSettings> {
  const settings = await readPointsSettings(db);
  if (!settings.isOn) raise('points.closed');
  return settings;
}
