import { type StoredCommand, sendCommand } from '#domains/devices/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { EjectState } from '../contract/codes.ts';
import { cabinetEvents } from '../contract/events.ts';
import { bestSlot, EJECT_FAULT, makesFault, RESERVED_SECONDS } from '../rules/slots.ts';
import { cabinetDriver } from './cabinet-driver.ts';
import { askUpload, type CabinetRow, lockCabinet } from './cabinet-store.ts';
import { findLendFrom } from './lend-from.ts';
import { emptySlot, emptySlotsOf, findSlots, lockSlots, markFault, type Slot } from './slot-store.ts';
import { lockUnit, placeUnit } from './unit-store.ts';

const OPEN: readonly EjectState[] = ['asked', 'checking', 'unresolved'];

export interface Eject {
  readonly id: string;
  readonly cabinetId: string;
  readonly slot: number;
  readonly serial: string | null;
  readonly orderNo: string | null;
  readonly state: EjectState;
  readonly ejectedSerial: string | null;
}

const ejects = (db: TenantDb) =>
  db.selectFrom('cabinet_eject').select(['id', 'cabinet_id', 'slot', 'serial', 'order_no', 'state', 'ejected_serial']);
type EjectRow = Awaited<ReturnType<ReturnType<typeof ejects>['executeTakeFirstOrThrow']>>;
const toEject = (row: EjectRow): Eject => ({
  ...{ id: row.id, cabinetId: row.cabinet_id, slot: row.slot, serial: row.serial, orderNo: row.order_no },
  ...{ state: row.state as EjectState, ejectedSerial: row.ejected_serial },
});

export async function lockEject(db: TenantDb, id: string): Promise<Eject | undefined> {
  const row = await ejects(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toEject(row);
}
export async function lockEjectOfCheck(db: TenantDb, checkId: string): Promise<Eject | undefined> {
  const row = await ejects(db).where('check_id', '=', checkId).forUpdate().executeTakeFirst();
  return row && toEject(row);
}
/** Those of a cabinet that nobody knows the end of, by their slot. */
export async function lockOpenEjects(db: TenantDb, cabinetId: string): Promise<ReadonlyMap<number, Eject>> {
  const rows = await ejects(db)
    .where('cabinet_id', '=', cabinetId)
    .where('state', 'in', OPEN)
    .orderBy('asked_at')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.slot, toEject(row)]));
}

export interface ReservedSlot {
  readonly slot: number;
  readonly serial: string;
  readonly soc: number;
  readonly until: Date;
}

async function lendable(db: TenantDb, cabinetId: string, slots: readonly Slot[]): Promise<Slot[]> {
  const serials = slots.flatMap(({ serial }) => serial ?? []);
  if (serials.length === 0) return [];
  const [busy, broken] = [
    await db
      .selectFrom('cabinet_eject')
      .select('slot')
      .where('cabinet_id', '=', cabinetId)
      .where('state', 'in', OPEN)
      .execute(),
    await db
      .selectFrom('power_bank')
      .select('serial')
      .where('serial', 'in', serials)
      .where('state', '=', 'broken')
      .execute(),
  ];
  const isOut = (slot: Slot) =>
    busy.some((one) => one.slot === slot.slot) || broken.some(({ serial }) => serial === slot.serial);
  return slots.filter((slot) => !isOut(slot));
}

/** The unit that would be lent next, if any: highest charge, then longest idle (practice 9). Nothing is held. */
export async function findBestSlot(db: TenantDb, cabinetId: string, now: Date): Promise<Slot | undefined> {
  const slots = await lendable(db, cabinetId, await findSlots(db, cabinetId));
  return bestSlot(slots, { now, lendFrom: await findLendFrom(db) });
}

/**
 * Holds the best slot for an order for 30 seconds (practice 9), within the caller's transaction; `but` leaves slots out that were
 * tried. Raises where the cabinet is unknown, disabled, offline, or has nothing to lend.
 */
export async function reserveSlot(
  tx: Transaction,
  { cabinetId, orderNo, but = [] }: { cabinetId: string; orderNo: string; but?: readonly number[] },
): Promise<ReservedSlot> {
  const cabinet = (await lockCabinet(tx.db, cabinetId)) ?? raise('cabinet.not-found');
  mustLend(cabinet);
  const slots = await lendable(tx.db, cabinetId, await lockSlots(tx.db, cabinetId));
  const tried = new Set(but);
  const best = bestSlot(
    slots.filter(({ slot }) => !tried.has(slot)),
    { now: tx.now(), lendFrom: await findLendFrom(tx.db) },
  );
  if (!best?.serial) return raise('cabinet.nothing-to-lend');
  const until = new Date(tx.now().getTime() + RESERVED_SECONDS * 1000);
  await tx.db
    .updateTable('cabinet_slot')
    .set({ reserved_until: until, reserved_for: orderNo })
    .where('cabinet_id', '=', cabinetId)
    .where('slot', '=', best.slot)
    .execute();
  await tx.live({ kind: 'cabinet', id: cabinetId, spotId: cabinet.spotId });
  return { slot: best.slot, serial: best.serial, soc: best.soc ?? 0, until };
}

function mustLend(cabinet: CabinetRow): void {
  if (!cabinet.isEnabled) raise('cabinet.disabled');
  if (!cabinet.online) raise('cabinet.offline');
}

/** The order came to nothing: its slot may be lent to others. */
export async function releaseSlot(tx: Transaction, orderNo: string): Promise<void> {
  await tx.db
    .updateTable('cabinet_slot')
    .set({ reserved_until: null, reserved_for: null })
    .where('reserved_for', '=', orderNo)
    .execute();
}

/** The eject of an order that nobody knows the end of, if any. */
export async function openEjectOf(db: TenantDb, orderNo: string): Promise<Eject | undefined> {
  const row = await ejects(db).where('order_no', '=', orderNo).where('state', 'in', OPEN).executeTakeFirst();
  return row && toEject(row);
}

/**
 * Asks a cabinet for a unit, for an order or (without one) for staff. What becomes of it is said once, by `unitEjected`, `ejectFailed`
 * or `ejectUnresolved`. Raises while an eject of that order, or of that slot, is not settled (practice 9).
 */
export async function sendEject(
  tx: Transaction,
  asked: { cabinetId: string; slot: number; serial: string | null; orderNo?: string; reason?: string },
): Promise<StoredCommand> {
  const { cabinetId, slot, serial, orderNo, reason } = asked;
  const cabinet = (await lockCabinet(tx.db, cabinetId)) ?? raise('cabinet.not-found');
  if (!cabinet.online) raise('cabinet.offline');
  const open = await lockOpenEjects(tx.db, cabinetId);
  if (open.has(slot) || (orderNo && (await openEjectOf(tx.db, orderNo)))) raise('cabinet.eject-open');
  const command = await sendCommand(tx, cabinetDriver, {
    imei: cabinet.imei,
    cmd: 'eject',
    args: { slot, ...(serial === null ? {} : { serial }) },
    ...(orderNo === undefined ? {} : { orderNo }),
    ...(reason === undefined ? {} : { reason }),
  });
  await tx.db
    .insertInto('cabinet_eject')
    .values({ id: command.id, cabinet_id: cabinetId, slot, serial, order_no: orderNo ?? null, asked_at: tx.now() })
    .execute();
  await tx.live({ kind: 'cabinet', id: cabinetId, spotId: cabinet.spotId });
  return command;
}

/** Looks at the slot of an eject that was not answered. */
export async function checkEject(tx: Transaction, eject: Eject, imei: string): Promise<void> {
  const check = await sendCommand(tx, cabinetDriver, {
    ...{ imei, cmd: 'check', args: { slot: eject.slot } },
    ...(eject.orderNo === null ? {} : { orderNo: eject.orderNo }),
  });
  await updateEject(tx, eject, { state: 'checking', check_id: check.id });
}

/**
 * The unit is out. One that had counted as failed is late. Where another one than asked for came out, the one that was asked for may be
 * in its slot still: the full upload tells.
 */
export async function settleEjected(
  tx: Transaction,
  cabinet: CabinetRow,
  eject: Eject,
  out: {
    readonly serial: string | null;
    readonly at: Date;
    readonly eventKey?: string;
    readonly clockSkewed?: boolean;
  },
): Promise<void> {
  if (eject.state === 'ejected') return;
  const serial = out.serial ?? eject.serial;
  await updateEject(tx, eject, { state: 'ejected', ejected_serial: serial, settled_at: tx.now() });
  const asked = { cabinetId: cabinet.id, slot: eject.slot };
  if (eject.serial === null) await emptySlot(tx, asked, tx.now());
  else if (serial !== eject.serial) {
    await markFault(tx, asked, undefined);
    await askUpload(tx, cabinet);
  }
  const { orderNo } = eject;
  if (serial !== null) {
    await emptySlotsOf(tx, serial, tx.now());
    const unit = await lockUnit(tx, serial);
    await placeUnit(tx, unit, {
      ...{ state: orderNo === null ? 'in_service' : 'rented', cause: orderNo === null ? 'popped' : 'ejected' },
      ...{ at: out.at, cabinetId: cabinet.id, slot: eject.slot, orderNo: orderNo ?? '' },
      ...(out.eventKey === undefined ? {} : { eventKey: out.eventKey }),
      clockSkewed: out.clockSkewed ?? false,
    });
    await tx.publish(
      cabinetEvents.unitEjected,
      {
        ...{ cabinetId: cabinet.id, imei: cabinet.imei, slot: eject.slot, at: out.at.toISOString(), serial, orderNo },
        ...{ expectedSerial: eject.serial, commandId: eject.id, late: eject.state === 'failed' },
      },
      { aggregate: cabinet.imei },
    );
  }
  await tx.live({ kind: 'cabinet', id: cabinet.id, spotId: cabinet.spotId });
}

/** The unit is still in its slot, which is a fault from now on where it was tried (practice 9). */
export async function settleFailed(tx: Transaction, cabinet: CabinetRow, eject: Eject, code: string): Promise<void> {
  if (!OPEN.includes(eject.state)) return;
  await updateEject(tx, eject, { state: 'failed', code, settled_at: tx.now() });
  const { slot, serial } = eject;
  await markFault(tx, { cabinetId: cabinet.id, slot, serial }, makesFault(code) ? EJECT_FAULT : undefined);
  await tx.publish(
    cabinetEvents.ejectFailed,
    {
      ...{ cabinetId: cabinet.id, imei: cabinet.imei, slot: eject.slot, at: tx.now().toISOString() },
      ...{ serial: eject.serial, commandId: eject.id, orderNo: eject.orderNo, code },
    },
    { aggregate: cabinet.imei },
  );
  await tx.live({ kind: 'cabinet', id: cabinet.id, spotId: cabinet.spotId });
}

/** Nobody knows: the next full upload settles it. */
export async function leaveUnresolved(tx: Transaction, cabinet: CabinetRow, eject: Eject): Promise<void> {
  if (eject.state !== 'checking' && eject.state !== 'asked') return;
  await updateEject(tx, eject, { state: 'unresolved' });
  await tx.publish(
    cabinetEvents.ejectUnresolved,
    {
      ...{ cabinetId: cabinet.id, imei: cabinet.imei, slot: eject.slot, at: tx.now().toISOString() },
      ...{ serial: eject.serial, commandId: eject.id, orderNo: eject.orderNo },
    },
    { aggregate: cabinet.imei },
  );
}

async function updateEject(
  tx: Transaction,
  { id }: Eject,
  change: { state: EjectState; check_id?: string; ejected_serial?: string | null; settled_at?: Date; code?: string },
): Promise<void> {
  await tx.db.updateTable('cabinet_eject').set(change).where('id', '=', id).execute();
}
