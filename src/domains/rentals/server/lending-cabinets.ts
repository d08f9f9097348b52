import { servesAt } from '#domains/spots/rules/opening-hours.ts';
import type { TenantDb } from '#platform/database/server/database.ts';

export interface LendingCabinet {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly spotId: string | null;
  /** Of the spot where it is borrowed from, in millionths (settled 140). */
  readonly taxRate: number;
  /** Whether its spot serves now; one without a spot does. */
  serves(now: Date, timeZone: string): boolean;
}

const cabinets = (db: TenantDb) =>
  db
    .selectFrom('cabinet')
    .leftJoin('spot', (join) =>
      join.onRef('spot.tenant_id', '=', 'cabinet.tenant_id').onRef('spot.id', '=', 'cabinet.spot_id'),
    )
    .select(['cabinet.id', 'cabinet.imei', 'cabinet.name', 'cabinet.spot_id', 'spot.tax_rate'])
    .select(['spot.status as spot_status', 'spot.opening_times'])
    .where('cabinet.retired_at', 'is', null);
type Row = Awaited<ReturnType<ReturnType<typeof cabinets>['executeTakeFirstOrThrow']>>;
const toCabinet = (row: Row): LendingCabinet => ({
  ...{ id: row.id, imei: row.imei, name: row.name, spotId: row.spot_id, taxRate: row.tax_rate ?? 0 },
  serves: (now, timeZone) => row.spot_id === null || servesAt({ ...row, status: row.spot_status }, now, timeZone),
});

export async function findLendingCabinet(db: TenantDb, imei: string): Promise<LendingCabinet | undefined> {
  const row = await cabinets(db).where('cabinet.imei', '=', imei).executeTakeFirst();
  return row && toCabinet(row);
}

export async function findCabinetById(db: TenantDb, id: string): Promise<LendingCabinet | undefined> {
  const row = await cabinets(db).where('cabinet.id', '=', id).executeTakeFirst();
  return row && toCabinet(row);
}
