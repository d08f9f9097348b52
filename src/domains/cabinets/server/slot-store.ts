import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { SlotState } from '../contract/codes.ts';
import type { Lendable } from '../rules/slots.ts';

export interface Slot extends Lendable {
  readonly temperatureTenths: number | null;
  readonly lock: '' | 'closed' | 'open';
  readonly reservedFor: string | null;
  readonly saidOrdinal: number;
  readonly saidSeq: number;
  readonly settledAt: Date | null;
}

const COLUMNS = [
  ...(['slot', 'state', 'serial', 'soc', 'temperature_tenths', 'lock', 'fault', 'since', 'said_ordinal'] as const),
  ...(['said_seq', 'reserved_until', 'reserved_for', 'settled_at'] as const),
] as const;

const slots = (db: TenantDb, cabinetId: string) =>
  db.selectFrom('cabinet_slot').select(COLUMNS).where('cabinet_id', '=', cabinetId).orderBy('slot');
type SlotRow = Awaited<ReturnType<ReturnType<typeof slots>['executeTakeFirstOrThrow']>>;
const toSlot = (row: SlotRow): Slot => ({
  ...{ slot: row.slot, state: row.state as SlotState, serial: row.serial, soc: row.soc, fault: row.fault },
  ...{ temperatureTenths: row.temperature_tenths, lock: row.lock as Slot['lock'], since: row.since },
  ...{ reservedUntil: row.reserved_until, reservedFor: row.reserved_for, settledAt: row.settled_at },
  ...{ saidOrdinal: row.said_ordinal, saidSeq: Number(row.said_seq) },
});

export async function findSlots(db: TenantDb, cabinetId: string): Promise<Slot[]> {
  return (await slots(db, cabinetId).execute()).map(toSlot);
}

/** All slots that a cabinet has ever spoken of, held until the end of the transaction. */
export async function lockSlots(db: TenantDb, cabinetId: string): Promise<Slot[]> {
  return (await slots(db, cabinetId).forUpdate().execute()).map(toSlot);
}

export interface SlotChange {
  readonly slot: number;
  readonly state: SlotState;
  readonly serial: string | null;
  readonly soc: number | null;
  readonly temperatureTenths: number | null;
  readonly lock: '' | 'closed' | 'open';
  readonly fault: string;
  readonly since: Date | null;
  readonly said: { readonly ordinal: number; readonly seq: number; readonly at: Date };
}

/** Writes slots as they are now, all at once: a cabinet says the same of nearly all of them every ten minutes. */
export async function saveSlots(tx: Transaction, cabinetId: string, changes: readonly SlotChange[]): Promise<void> {
  if (changes.length === 0) return;
  const all = <Value>(of: (change: SlotChange) => Value): Value[] => changes.map(of);
  await sql`
    insert into cabinet_slot (tenant_id, cabinet_id, slot, state, serial, soc, temperature_tenths, lock, fault, since,
                              said_ordinal, said_seq, said_at)
    select ${tx.tenantId}::bigint, ${cabinetId}::uuid, n.*
      from unnest(${all(({ slot }) => slot)}::int[], ${all(({ state }) => state)}::text[],
                  ${all(({ serial }) => serial)}::text[], ${all(({ soc }) => soc)}::int[],
                  ${all(({ temperatureTenths }) => temperatureTenths)}::int[], ${all(({ lock }) => lock)}::text[],
                  ${all(({ fault }) => fault)}::text[], ${all(({ since }) => since)}::timestamptz[],
                  ${all(({ said }) => said.ordinal)}::int[], ${all(({ said }) => said.seq)}::bigint[],
                  ${all(({ said }) => said.at)}::timestamptz[]) as n
    on conflict (tenant_id, cabinet_id, slot) do update
       set state = excluded.state, serial = excluded.serial, soc = excluded.soc,
           temperature_tenths = excluded.temperature_tenths, lock = excluded.lock, fault = excluded.fault,
           since = excluded.since, said_ordinal = excluded.said_ordinal, said_seq = excluded.said_seq,
           said_at = excluded.said_at`.execute(tx.db);
}

interface Place {
  readonly cabinetId: string;
  readonly slot: number;
  /** Only where this unit lies there. */
  readonly serial?: string | null;
}

const emptied = (tx: Transaction, settledAt?: Date) =>
  tx.db.updateTable('cabinet_slot').set({
    ...{ state: 'empty', serial: null, soc: null, fault: '', since: tx.now() },
    ...{ reserved_until: null, reserved_for: null },
    ...(settledAt && { settled_at: settledAt }),
  });

/** Nothing lies in the slot any more. */
export async function emptySlot(tx: Transaction, place: Place, settledAt?: Date): Promise<void> {
  let query = emptied(tx, settledAt).where('cabinet_id', '=', place.cabinetId).where('slot', '=', place.slot);
  if (place.serial) query = query.where('serial', '=', place.serial);
  await query.execute();
}

/** The unit is out: it lies in no slot, whichever it was thought to be in. */
export async function emptySlotsOf(tx: Transaction, serial: string, settledAt?: Date): Promise<void> {
  await emptied(tx, settledAt).where('serial', '=', serial).execute();
}

/** The unit did not come out. */
export async function markFault(tx: Transaction, place: Place, fault: string | undefined): Promise<void> {
  let query = tx.db
    .updateTable('cabinet_slot')
    .set({
      ...(fault === undefined ? {} : { state: 'fault', fault }),
      ...{ reserved_until: null, reserved_for: null, settled_at: tx.now() },
    })
    .where('cabinet_id', '=', place.cabinetId)
    .where('slot', '=', place.slot);
  if (place.serial) query = query.where('serial', '=', place.serial);
  await query.execute();
}

/** The other slots in which the tenant thought this unit to be. */
export async function slotsWith(
  db: TenantDb,
  serial: string,
  but: { cabinetId: string; slot: number },
): Promise<{ cabinetId: string; slot: number }[]> {
  const rows = await db
    .selectFrom('cabinet_slot')
    .select(['cabinet_id', 'slot'])
    .where('serial', '=', serial)
    .where(sql<boolean>`(cabinet_id, slot) <> (${but.cabinetId}::uuid, ${but.slot}::int)`)
    .execute();
  return rows.map(({ cabinet_id, slot }) => ({ cabinetId: cabinet_id, slot }));
}
