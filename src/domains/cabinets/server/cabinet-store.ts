import { sql } from 'kysely';
import { hasActiveCommand, type StoredCommand, sendCommand } from '#domains/devices/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { CabinetCommand, CabinetCommandArgs } from '../contract/commands.ts';
import { cabinetDriver } from './cabinet-driver.ts';
import { lendFromInSql } from './lend-from.ts';

export interface CabinetRow {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly spotId: string | null;
  readonly capacity: number;
  readonly online: boolean;
  readonly isEnabled: boolean;
  readonly clockSkewSeconds: number;
  readonly uploadedAt: Date | null;
}

const cabinets = (db: TenantDb) =>
  db
    .selectFrom('cabinet')
    .select(['id', 'imei', 'name', 'spot_id', 'capacity', 'online', 'status', 'clock_skew_seconds', 'uploaded_at'])
    .where('retired_at', 'is', null);
type Row = Awaited<ReturnType<ReturnType<typeof cabinets>['executeTakeFirstOrThrow']>>;
const toCabinet = (row: Row): CabinetRow => ({
  ...{ id: row.id, imei: row.imei, name: row.name, spotId: row.spot_id, capacity: row.capacity, online: row.online },
  ...{ isEnabled: row.status === 'enabled', clockSkewSeconds: row.clock_skew_seconds, uploadedAt: row.uploaded_at },
});

/** A cabinet of the tenant that is in use, by its id or its IMEI. */
export async function findCabinet(
  db: TenantDb,
  by: { readonly id: string } | { readonly imei: string },
): Promise<CabinetRow | undefined> {
  if ('id' in by && !isUuid(by.id)) return undefined;
  const query = 'id' in by ? cabinets(db).where('id', '=', by.id) : cabinets(db).where('imei', '=', by.imei);
  const row = await query.executeTakeFirst();
  return row && toCabinet(row);
}

/** Held until the end of the transaction: what is lent, said and moved about one cabinet comes one after the other. */
export async function lockCabinet(db: TenantDb, id: string): Promise<CabinetRow | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await cabinets(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && toCabinet(row);
}

/** What a storefront shows of a cabinet. */
export interface CabinetOffer {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly online: boolean;
  readonly capacity: number;
  readonly borrowable: number;
  readonly freeSlots: number;
}

/** SQL over a cabinet called `record`: what its slots count to (practice 9). A unit that staff called broken is not lent. */
export const countsInSql = {
  borrowable: sql<number>`(select count(*)::int from cabinet_slot s
    where s.tenant_id = ${THIS_TENANT} and s.cabinet_id = record.id and s.state = 'occupied' and s.serial is not null
      and s.soc >= ${lendFromInSql} and s.fault = ''
      and not exists (select from power_bank u where u.tenant_id = ${THIS_TENANT} and u.serial = s.serial and u.state = 'broken'))`,
  freeSlots: sql<number>`(select greatest(0, record.capacity - count(*))::int from cabinet_slot s
    where s.tenant_id = ${THIS_TENANT} and s.cabinet_id = record.id and s.slot <= record.capacity
      and not (s.state = 'empty' and s.fault = ''))`,
  faults: sql<number>`(select count(*)::int from cabinet_slot s
    where s.tenant_id = ${THIS_TENANT} and s.cabinet_id = record.id and (s.state = 'fault' or s.fault <> ''))`,
  units: sql<number>`(select count(*)::int from cabinet_slot s
    where s.tenant_id = ${THIS_TENANT} and s.cabinet_id = record.id and s.serial is not null)`,
};

/** The cabinets of a spot that lend, with their counts, by name. */
export async function cabinetsOfSpot(db: TenantDb, spotId: string): Promise<CabinetOffer[]> {
  return db
    .selectFrom('cabinet as record')
    .select(['record.id', 'record.imei', 'record.name', 'record.online', 'record.capacity'])
    .select([countsInSql.borrowable.as('borrowable'), countsInSql.freeSlots.as('freeSlots')])
    .where('record.spot_id', '=', spotId)
    .where('record.retired_at', 'is', null)
    .where('record.status', '=', 'enabled')
    .orderBy('record.name')
    .execute();
}

/** Writes a command to a cabinet; it leaves after the commit, when the cabinet is there. Ejects go through `sendEject`. */
export function sendCabinetCommand<Command extends Exclude<CabinetCommand, 'eject'>>(
  tx: Transaction,
  asked: {
    readonly imei: string;
    readonly cmd: Command;
    readonly args: CabinetCommandArgs<Command>;
    readonly reason?: string;
    readonly orderNo?: string;
  },
): Promise<StoredCommand> {
  return sendCommand(tx, cabinetDriver, asked);
}

/** Asks a cabinet that is there what lies in its slots. One that is not there tells it by itself when it comes back. */
export async function askUpload(tx: Transaction, { id, imei, online }: CabinetRow): Promise<void> {
  if (!online) return;
  await tx.db.updateTable('cabinet').set({ upload_asked_at: tx.now() }).where('id', '=', id).execute();
  if (await hasActiveCommand(tx.db, imei, 'uploadAll')) return;
  await sendCabinetCommand(tx, { imei, cmd: 'uploadAll', args: {} });
}
