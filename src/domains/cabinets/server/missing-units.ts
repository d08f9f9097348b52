import { sql } from 'kysely';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

/** A cabinet at a spot, with the units that were there last and are missing. */
export interface MissingUnits {
  readonly cabinetId: string;
  readonly imei: string;
  readonly name: string;
  readonly spotId: string;
  readonly spotStatus: string;
  readonly serials: readonly string[];
}

/** Of these cabinets, as far as they stand at a spot and are in use; the longest missing first. */
export async function missingUnitsOf(db: TenantDb, cabinetIds: readonly string[]): Promise<MissingUnits[]> {
  const { rows } = await sql<MissingUnits>`
    select cabinet.id as "cabinetId", cabinet.imei, cabinet.name, cabinet.spot_id as "spotId", spot.status as "spotStatus",
           coalesce((select jsonb_agg(unit.serial order by unit.state_since, unit.serial) from power_bank unit
                      where unit.tenant_id = ${THIS_TENANT} and unit.cabinet_id = cabinet.id
                        and unit.state = 'missing'), '[]') as serials
      from cabinet join spot on spot.tenant_id = cabinet.tenant_id and spot.id = cabinet.spot_id
     where cabinet.tenant_id = ${THIS_TENANT} and cabinet.id = any(${[...cabinetIds]}::uuid[]) and cabinet.retired_at is null
     order by cabinet.id`.execute(db);
  return rows;
}

/** Cabinets of all tenants whose units are missing. */
export async function cabinetsThatMissUnits(
  db: PlatformDb,
): Promise<{ readonly tenantId: string; readonly cabinetIds: string[] }[]> {
  const { rows } = await sql<{ tenantId: string; cabinetIds: string[] }>`
    select unit.tenant_id::text as "tenantId", array_agg(distinct unit.cabinet_id) as "cabinetIds"
      from power_bank unit
      join cabinet on cabinet.tenant_id = unit.tenant_id and cabinet.id = unit.cabinet_id
     where unit.state = 'missing' and cabinet.spot_id is not null and cabinet.retired_at is null
     group by unit.tenant_id`.execute(db);
  return rows;
}
