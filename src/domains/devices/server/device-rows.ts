import type { Kysely } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { DeviceDriver } from './device-driver.ts';

/** The columns that the tables of all kinds have (`DeviceDriver.table`). */
interface DeviceRow {
  readonly imei: string;
  readonly online: boolean;
  readonly session: string | null;
  readonly version: number;
  readonly config_version: number | null;
  readonly report_interval_seconds: number;
  readonly report_type: string;
}

/** Devices of one kind in one tenant: the handle adds the tenant's condition as to every statement. */
export const rowsOf = (db: TenantDb, { table }: DeviceDriver) =>
  (db as unknown as Kysely<Record<string, DeviceRow>>).selectFrom(table);
