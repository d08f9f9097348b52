import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { PlaceCause, UnitState } from '../contract/codes.ts';
import { closeNotices, openNotice } from './notice-store.ts';

export interface Unit {
  readonly id: string;
  readonly serial: string;
  readonly state: UnitState;
  readonly cabinetId: string | null;
  readonly slot: number | null;
  readonly orderNo: string;
  readonly stateSince: Date;
}

const units = (db: TenantDb) =>
  db.selectFrom('power_bank').select(['id', 'serial', 'state', 'cabinet_id', 'slot', 'order_no', 'state_since']);
type UnitRow = Awaited<ReturnType<ReturnType<typeof units>['executeTakeFirstOrThrow']>>;
const toUnit = (row: UnitRow): Unit => ({
  ...{ id: row.id, serial: row.serial, state: row.state as UnitState, cabinetId: row.cabinet_id, slot: row.slot },
  ...{ orderNo: row.order_no, stateSince: row.state_since },
});

export async function findUnit(db: TenantDb, serial: string): Promise<Unit | undefined> {
  const row = await units(db).where(sql`lower(serial)`, '=', serial.toLowerCase()).executeTakeFirst();
  return row && toUnit(row);
}

/** The unit, held until the end of the transaction. One that nobody has added yet is added: cabinets know better what exists. */
export async function lockUnit(tx: Transaction, serial: string): Promise<Unit & { readonly isNew: boolean }> {
  const added = await sql<{ id: string }>`
    insert into power_bank (tenant_id, id, serial, state, state_since, created_at, created_by, updated_at)
    values (${tx.tenantId}, ${newId()}, ${serial}, 'in_service', ${tx.now()}, ${tx.now()}, ${tx.actor.name}, ${tx.now()})
    on conflict do nothing returning id`.execute(tx.db);
  const row = await units(tx.db)
    .where(sql`lower(serial)`, '=', serial.toLowerCase())
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { ...toUnit(row), isNew: added.rows.length > 0 };
}

export interface UnitInSlot {
  readonly serial: string;
  readonly slot: number;
}

/** The units that lie in a cabinet, as far as is known. */
export async function unitsIn(db: TenantDb, cabinetId: string): Promise<UnitInSlot[]> {
  const rows = await db
    .selectFrom('power_bank')
    .select(['slot', 'serial'])
    .where('cabinet_id', '=', cabinetId)
    .where('state', 'in', ['in_slot', 'broken'])
    .orderBy('slot')
    .orderBy('serial')
    .execute();
  return rows.flatMap(({ serial, slot }) => (slot === null ? [] : [{ serial, slot }]));
}

export interface CameBack {
  readonly cabinetId: string;
  readonly imei: string;
  readonly slot: number;
  readonly at: Date;
  readonly source: 'event' | 'upload';
  readonly clockSkewed: boolean;
  readonly soc: number | null;
}

/** Where a unit came back that was lent for this order, and when, as its history tells; it may have been lent again since. */
export async function cameBack(db: TenantDb, serial: string, orderNo: string): Promise<CameBack | undefined> {
  const places = db.selectFrom('power_bank_place').where('serial', '=', serial);
  const lent = await places
    .select('id')
    .where('state', '=', 'rented')
    .where('order_no', '=', orderNo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!lent) return undefined;
  const back = await places
    .select(['cabinet_id', 'slot', 'at', 'cause', 'clock_skewed', 'soc'])
    .where('id', '>', lent.id)
    .where('state', 'in', ['in_slot', 'broken'])
    .where('cause', 'in', ['returned', 'upload'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!back?.cabinet_id || back.slot === null) return undefined;
  const cabinet = await db.selectFrom('cabinet').select('imei').where('id', '=', back.cabinet_id).executeTakeFirst();
  if (!cabinet) return undefined;
  return {
    ...{ cabinetId: back.cabinet_id, imei: cabinet.imei, slot: back.slot, at: back.at, soc: back.soc },
    ...{ source: back.cause === 'upload' ? 'upload' : 'event', clockSkewed: back.clock_skewed },
  };
}

export interface Sight {
  readonly at: Date;
  readonly cause: PlaceCause;
}

/**
 * When a unit was last seen to come or go, and the time before, the newest first. That books count it as sold, or as missing since its
 * rental was closed or nobody found it, is no sight of it: its return may have been before that, and be told later.
 */
export async function lastSights(db: TenantDb, serial: string): Promise<Sight[]> {
  const rows = await db
    .selectFrom('power_bank_place')
    .select(['at', 'cause'])
    .where('serial', '=', serial)
    .where('state', '<>', 'sold')
    .where((eb) => eb.not(eb.and([eb('state', '=', 'missing'), eb('cause', '=', 'staff')])))
    // not in the order in which they were told: what a cabinet tells late was seen before the upload that it explains
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  return rows.map(({ at, cause }) => ({ at, cause: cause as PlaceCause }));
}

export interface Placed {
  readonly state: UnitState;
  readonly cause: PlaceCause;
  /** When it came there, or left. */
  readonly at: Date;
  /** Where it is now, or was last. */
  readonly cabinetId: string | null;
  readonly slot: number | null;
  readonly soc?: number | null | undefined;
  readonly cycles?: number | undefined;
  readonly orderNo?: string;
  readonly reason?: string;
  readonly byName?: string;
  readonly eventKey?: string;
  readonly clockSkewed?: boolean;
}

/** Whether the cabinet has said this event before. */
export async function isKnownEvent(db: TenantDb, eventKey: string): Promise<boolean> {
  const row = await db.selectFrom('power_bank_place').select('id').where('event_key', '=', eventKey).executeTakeFirst();
  return row !== undefined;
}

/** Nobody saw the unit itself. */
const UNSEEN: ReadonlySet<PlaceCause> = new Set(['absent', 'staff', 'sold']);

/** Puts a locked unit somewhere: its row, its history, and the notices that follow from where it is. */
export async function placeUnit(tx: Transaction, unit: Unit, placed: Placed): Promise<void> {
  const { state, cause, at, cabinetId, orderNo = '' } = placed;
  // in a slot it stays, whatever it is
  const slot = state === 'in_slot' || state === 'broken' ? placed.slot : null;
  await tx.db
    .updateTable('power_bank')
    .set({
      state,
      cabinet_id: cabinetId,
      slot,
      order_no: orderNo,
      state_since: at,
      // what is told late says nothing of later
      last_seen_at: UNSEEN.has(cause) ? sql`last_seen_at` : sql`greatest(last_seen_at, ${at}::timestamptz)`,
      ...(placed.soc === undefined ? {} : { soc: placed.soc }),
      ...(placed.cycles === undefined ? {} : { cycles: placed.cycles }),
    })
    .where('id', '=', unit.id)
    .execute();
  const cabinet = await tx.db.selectFrom('cabinet').select('name').where('id', '=', cabinetId).executeTakeFirst();
  await tx.db
    .insertInto('power_bank_place')
    .values({
      ...{ id: newId(), serial: unit.serial, at, state, cause, cabinet_id: cabinetId, slot: placed.slot },
      cabinet_name: cabinet?.name ?? '',
      ...{ soc: placed.soc ?? null, order_no: orderNo, by_name: placed.byName ?? '', reason: placed.reason ?? '' },
      ...{ event_key: placed.eventKey ?? null, clock_skewed: placed.clockSkewed ?? false },
    })
    .execute();
  const about = { serial: unit.serial, cabinetId, slot: placed.slot, orderNo };
  if (state === 'missing' || state === 'in_service') await openNotice(tx, { ...about, kind: state });
  const gone = (['missing', 'in_service'] as const).filter((kind) => kind !== state);
  await closeNotices(tx, [unit.serial], state === 'rented' ? gone : [...gone, 'rented_long']);
  await tx.live({ kind: 'powerBank', id: unit.id, permission: 'cabinet:view' });
}

/** It is still where it was, and seen. */
export async function seeUnits(
  tx: Transaction,
  seen: readonly { serial: string; soc: number | null; cycles: number | null }[],
  at: Date,
): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    update power_bank u set soc = coalesce(n.soc, u.soc), cycles = coalesce(n.cycles, u.cycles), last_seen_at = ${at}
      from unnest(${seen.map(({ serial }) => serial)}::text[], ${seen.map(({ soc }) => soc)}::int[],
                  ${seen.map(({ cycles }) => cycles)}::int[]) as n(serial, soc, cycles)
     where u.tenant_id = ${tx.tenantId} and u.serial = n.serial`.execute(tx.db);
}
