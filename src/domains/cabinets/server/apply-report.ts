import { isNewer } from '#domains/devices/rules/message-order.ts';
import { ignoreReport } from '#domains/devices/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { cabinetEvents } from '../contract/events.ts';
import type { EjectedEvent, ReturnedEvent } from '../contract/messages.ts';
import { happenedAt, isBefore, isClockOff, type SaidTimes } from '../rules/event-time.ts';
import { askUpload, type CabinetRow, lockCabinet } from './cabinet-store.ts';
import { lockEject, lockOpenEjects, settleEjected } from './eject.ts';
import { leaveToOne } from './leave-slot.ts';
import { openNotice } from './notice-store.ts';
import type { RentalBooks } from './rental-book.ts';
import { emptySlot, emptySlotsOf, lockSlots, saveSlots, slotsWith } from './slot-store.ts';
import { isKnownEvent, lastSights, lockUnit, placeUnit, type Unit } from './unit-store.ts';

/** What a cabinet said, and where it stands in the order of what it said. */
export interface Said<Report> {
  readonly cabinetId: string;
  readonly imei: string;
  readonly session: string;
  readonly sessionOrdinal: number;
  readonly seq: number;
  readonly receivedAt: string;
  readonly deviceAt: string;
  readonly report: Report;
}

export const timesOf = (said: Said<unknown>, cabinet: CabinetRow): SaidTimes => ({
  deviceAt: new Date(said.deviceAt),
  receivedAt: new Date(said.receivedAt),
  skewSeconds: cabinet.clockSkewSeconds,
});

const ignore = (tx: Transaction, { imei, session, seq }: Said<unknown>, isConfirmed = false): Promise<void> =>
  ignoreReport(tx.db, { imei, session, seq }, { isConfirmed });

/**
 * A unit came back (practice 9). The same event again changes nothing, in whatever session it is said; one from before the unit was lent
 * again is of the past. Of a unit that an upload has shown there already it tells when it came. What lay in its slot before must have gone.
 */
export async function applyReturned(tx: Transaction, said: Said<ReturnedEvent>, books: RentalBooks): Promise<void> {
  const { report } = said;
  const cabinet = await lockCabinet(tx.db, said.cabinetId);
  if (!cabinet) return;
  const { serial, slot, soc = null, cycles } = report;
  const eventKey = `${cabinet.imei} returned ${serial} ${slot} ${report.eventId}`;
  const slots = await lockSlots(tx.db, cabinet.id);
  if (await isKnownEvent(tx.db, eventKey)) return ignore(tx, said, true);
  const times = timesOf(said, cabinet);
  const ejects = await lockOpenEjects(tx.db, cabinet.id);
  const unit = await lockUnit(tx, serial);
  const isHere = unit.state === 'in_slot' && unit.cabinetId === cabinet.id && unit.slot === slot;
  const at = happenedAt(times);
  const clockSkewed = isClockOff(times);
  const [seen, seenBefore] = unit.isNew ? [] : await lastSights(tx.db, unit.serial);
  if (isHere) {
    const isEarlier = seen?.cause === 'upload' && at < seen.at && seenBefore && !isBefore(times, seenBefore.at);
    if (!isEarlier) return ignore(tx, said, true);
    return dateReturn(tx, { cabinet, slot, unit, at, eventKey, deviceAt: said.deviceAt, clockSkewed, soc });
  }
  if (!unit.isNew && isBefore(times, seen?.at ?? unit.stateSince)) return ignore(tx, said);
  const known = slots.find((one) => one.slot === slot);
  const isNews =
    !known ||
    isNewer({ session: said.sessionOrdinal, seq: said.seq }, { session: known.saidOrdinal, seq: known.saidSeq });
  if (isNews) {
    const eject = ejects.get(slot);
    if (eject?.state === 'unresolved')
      await settleEjected(tx, cabinet, eject, { serial: eject.serial, at, clockSkewed });
    await leaveToOne(tx, { cabinet, at, clockSkewed, books }, { slot, serial: unit.serial, eject });
    await saveSlots(tx, cabinet.id, [
      {
        ...{ slot, state: 'occupied', serial, soc, temperatureTenths: report.temperatureTenths ?? null },
        ...{ lock: 'closed', fault: '', since: at },
        said: { ordinal: said.sessionOrdinal, seq: said.seq, at },
      },
    ]);
  }
  await arrive(tx, {
    ...{ cabinet, slot, unit, at, soc, eventKey, books, source: 'event', deviceAt: said.deviceAt },
    ...{ cycles, clockSkewed },
  });
  // whether there is such a slot is for the full upload to say
  if (slot > cabinet.capacity) await askUpload(tx, cabinet);
  await tx.live({ kind: 'cabinet', id: cabinet.id, spotId: cabinet.spotId });
}

/** An upload has shown the unit where it came back, and now its cabinet tells when that was. */
async function dateReturn(
  tx: Transaction,
  told: Pick<Arrival, 'cabinet' | 'slot' | 'unit' | 'at' | 'deviceAt' | 'clockSkewed' | 'soc'> & { eventKey: string },
): Promise<void> {
  const { cabinet, slot, unit, at, deviceAt, clockSkewed, soc, eventKey } = told;
  const { serial } = unit;
  // what charge it has by now the upload has said
  await placeUnit(tx, unit, {
    ...{ state: 'in_slot', cause: 'returned', at, cabinetId: cabinet.id, slot, eventKey, clockSkewed },
  });
  await tx.publish(
    cabinetEvents.returnDated,
    {
      ...{ cabinetId: cabinet.id, imei: cabinet.imei, slot, at: at.toISOString(), serial, source: 'event' },
      ...{ deviceAt, clockSkewed, soc, orderNo: null },
    },
    { aggregate: cabinet.imei },
  );
}

interface Arrival {
  readonly cabinet: CabinetRow;
  readonly slot: number;
  readonly unit: Unit;
  readonly at: Date;
  readonly soc: number | null;
  readonly cycles: number | undefined;
  readonly eventKey?: string;
  readonly books: RentalBooks;
  readonly source: 'event' | 'upload';
  readonly deviceAt: string;
  readonly clockSkewed: boolean;
}

/** A locked unit is in a slot that it was not in before. */
export async function arrive(tx: Transaction, arrival: Arrival): Promise<void> {
  const { cabinet, slot, unit, at, soc, cycles, source, deviceAt, clockSkewed, eventKey } = arrival;
  const { serial } = unit;
  for (const other of await slotsWith(tx.db, serial, { cabinetId: cabinet.id, slot })) {
    await emptySlot(tx, { ...other, serial });
    if (unit.state !== 'in_slot') continue;
    const found = { cabinetId: cabinet.id, imei: cabinet.imei, slot, at: at.toISOString(), serial };
    await tx.publish(
      cabinetEvents.contradiction,
      { ...found, otherCabinetId: other.cabinetId, otherSlot: other.slot },
      { aggregate: cabinet.imei },
    );
    await openNotice(tx, { serial, kind: 'contradiction', cabinetId: cabinet.id, slot });
  }
  const open = await arrival.books.openRentals(tx.db, [serial]);
  const orderNo = open.get(serial) ?? (unit.orderNo || null);
  const state = unit.state === 'broken' ? 'broken' : 'in_slot';
  await placeUnit(tx, unit, {
    ...{ state, cause: source === 'event' ? 'returned' : 'upload', at, cabinetId: cabinet.id, slot, soc, cycles },
    ...{ clockSkewed, orderNo: '' },
    ...(eventKey === undefined ? {} : { eventKey }),
  });
  // what an upload shows for the first time, and nobody has lent, is no return
  if (source === 'upload' && orderNo === null) return;
  await tx.publish(
    cabinetEvents.unitReturned,
    {
      ...{ cabinetId: cabinet.id, imei: cabinet.imei, slot, at: at.toISOString(), serial, source, deviceAt },
      ...{ clockSkewed, soc, orderNo },
    },
    { aggregate: cabinet.imei },
  );
}

/** A unit left a slot: for an eject, for all of them, or unasked. */
export async function applyEjected(tx: Transaction, said: Said<EjectedEvent>, books: RentalBooks): Promise<void> {
  const { report } = said;
  const cabinet = await lockCabinet(tx.db, said.cabinetId);
  if (!cabinet) return;
  const { serial, slot, cmdId } = report;
  const eventKey = `${cabinet.imei} ejected ${serial} ${slot} ${report.eventId}`;
  const slots = await lockSlots(tx.db, cabinet.id);
  if (await isKnownEvent(tx.db, eventKey)) return ignore(tx, said, true);
  const times = timesOf(said, cabinet);
  const at = happenedAt(times);
  const clockSkewed = isClockOff(times);
  const asked = cmdId === undefined ? undefined : await lockEject(tx.db, cmdId);
  const eject = asked?.cabinetId === cabinet.id ? asked : undefined;
  // the answer to the command has said so
  if (eject?.state === 'ejected') return ignore(tx, said, true);
  const open = await lockOpenEjects(tx.db, cabinet.id);
  const unit = await lockUnit(tx, serial);
  if (!unit.isNew && isBefore(times, unit.stateSince)) return ignore(tx, said);
  if (eject) return settleEjected(tx, cabinet, eject, { serial, at, eventKey, clockSkewed });
  const known = slots.find((one) => one.slot === slot);
  const position = { session: said.sessionOrdinal, seq: said.seq };
  if (!known || isNewer(position, { session: known.saidOrdinal, seq: known.saidSeq })) {
    const others = { slot, serial: unit.serial, eject: open.get(slot) };
    await leaveToOne(tx, { cabinet, at, clockSkewed, books }, others);
    await emptySlotsOf(tx, serial);
    await saveSlots(tx, cabinet.id, [
      {
        ...{
          slot,
          state: 'empty',
          serial: null,
          soc: null,
          temperatureTenths: null,
          lock: 'closed',
          fault: '',
          since: at,
        },
        said: { ordinal: said.sessionOrdinal, seq: said.seq, at },
      },
    ]);
  }
  const isPopped = cmdId !== undefined && (await isPopAll(tx, cabinet.imei, cmdId));
  await placeUnit(tx, unit, {
    ...{ state: isPopped ? 'in_service' : 'missing', cause: isPopped ? 'popped' : 'unasked' },
    ...{ at, cabinetId: cabinet.id, slot, eventKey, clockSkewed },
  });
  await tx.publish(
    cabinetEvents.unitEjected,
    {
      ...{ cabinetId: cabinet.id, imei: cabinet.imei, slot, at: at.toISOString(), serial, expectedSerial: null },
      ...{ commandId: cmdId ?? null, orderNo: null, late: false },
    },
    { aggregate: cabinet.imei },
  );
  await tx.live({ kind: 'cabinet', id: cabinet.id, spotId: cabinet.spotId });
}

async function isPopAll(tx: Transaction, imei: string, commandId: string): Promise<boolean> {
  const command = await tx.db
    .selectFrom('device_command')
    .select('id')
    .where('id', '=', commandId)
    .where('imei', '=', imei)
    .where('cmd', '=', 'popAll')
    .executeTakeFirst();
  return command !== undefined;
}
