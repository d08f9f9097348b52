import { sql } from 'kysely';
import type { OpeningTime } from '#domains/spots/contract/opening-times.ts';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

/** A cabinet at a spot, with what somebody may have to be told of. */
export interface WatchedCabinet {
  readonly cabinetId: string;
  readonly imei: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** It was there once, and is not any more. */
  readonly isAway: boolean;
  /** Units that were there last and are missing, the longest missing first. */
  readonly missing: readonly string[];
  readonly spotId: string;
  readonly spotStatus: string;
  readonly openingTimes: readonly OpeningTime[];
  readonly timeZone: string;
  /** Whether the spot wants to hear of devices that fall silent. */
  readonly tellsAway: boolean;
}

const isAway = sql`(not cabinet.online and cabinet.last_heard_at is not null)`;

/** Of these cabinets those that stand at a spot and are in use. */
export async function watchedCabinets(db: TenantDb, cabinetIds: readonly string[]): Promise<WatchedCabinet[]> {
  const { rows } = await sql<WatchedCabinet>`
    select cabinet.id as "cabinetId", cabinet.imei, cabinet.name, cabinet.status = 'enabled' as "isEnabled",
           ${isAway} as "isAway", cabinet.spot_id as "spotId", spot.status as "spotStatus",
           spot.opening_times as "openingTimes", tenant.time_zone as "timeZone", spot.alarm_heartbeat as "tellsAway",
           coalesce((select jsonb_agg(unit.serial order by unit.state_since, unit.serial) from power_bank unit
                      where unit.tenant_id = ${THIS_TENANT} and unit.cabinet_id = cabinet.id
                        and unit.state = 'missing'), '[]') as missing
      from cabinet
      join spot on spot.tenant_id = cabinet.tenant_id and spot.id = cabinet.spot_id
      join tenant on tenant.tenant_id = cabinet.tenant_id
     where cabinet.tenant_id = ${THIS_TENANT} and cabinet.id = any(${[...cabinetIds]}::uuid[]) and cabinet.retired_at is null
     order by cabinet.id`.execute(db);
  return rows;
}

/** Cabinets of all tenants that are away, or whose units are missing. */
export async function cabinetsToWatch(
  db: PlatformDb,
): Promise<{ readonly tenantId: string; readonly cabinetIds: string[] }[]> {
  const { rows } = await sql<{ tenantId: string; cabinetIds: string[] }>`
    select cabinet.tenant_id::text as "tenantId", array_agg(cabinet.id) as "cabinetIds"
      from cabinet
     where cabinet.spot_id is not null and cabinet.retired_at is null
       and (${isAway} or exists (select from power_bank unit where unit.tenant_id = cabinet.tenant_id
                                    and unit.cabinet_id = cabinet.id and unit.state = 'missing'))
     group by cabinet.tenant_id`.execute(db);
  return rows;
}
