import { isNewer } from '#domains/devices/rules/message-order.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { cabinetEvents } from '../contract/events.ts';
import type { SlotReading } from '../contract/messages.ts';
import { happenedAt, isClockOff } from '../rules/event-time.ts';
import { EJECT_FAULT, LOW_SOC } from '../rules/slots.ts';
import { arrive, type Said, timesOf } from './apply-report.ts';
import { type CabinetRow, lockCabinet } from './cabinet-store.ts';
import { type Eject, lockOpenEjects, settleEjected, settleFailed } from './eject.ts';
import { closeNotices, openNotice } from './notice-store.ts';
import type { RentalBooks } from './rental-book.ts';
import { lockSlots, type Slot, type SlotChange, saveSlots } from './slot-store.ts';
import { lockUnit, placeUnit, seeUnits, unitsIn } from './unit-store.ts';

/** A unit that is gone so soon after all were ejected was one of them, though its event is lost. Milliseconds. */
const AFTER_POP_MS = 15 * 60_000;

interface Slots {
  readonly said: Said<unknown>;
  readonly cabinet: CabinetRow;
  readonly at: Date;
  readonly clockSkewed: boolean;
  readonly ejects: ReadonlyMap<number, Eject>;
  readonly books: RentalBooks;
}

/**
 * What a cabinet says of its slots, all or one of them: the truth (practice 9). A unit that is there while it was lent came back and its
 * event was lost; one that is gone without an order is missing; an eject without an answer is settled.
 */
export async function applySlots(
  tx: Transaction,
  said: Said<unknown>,
  readings: readonly SlotReading[],
  { books, isFull }: { readonly books: RentalBooks; readonly isFull: boolean },
): Promise<void> {
  const cabinet = await lockCabinet(tx.db, said.cabinetId);
  if (!cabinet) return;
  const known = new Map((await lockSlots(tx.db, cabinet.id)).map((slot) => [slot.slot, slot]));
  const times = timesOf(said, cabinet);
  const about: Slots = {
    ...{ said, cabinet, at: happenedAt(times), clockSkewed: isClockOff(times), books },
    ejects: await lockOpenEjects(tx.db, cabinet.id),
  };
  // each slot once; what is said later in a message counts
  const news = [...new Map(readings.map((reading) => [reading.slot, reading])).values()]
    .filter((reading) => isNews(said, known.get(reading.slot)))
    .toSorted((one, other) => one.slot - other.slot);
  // who left is known before who came: a unit may have been put into another slot
  const settled = new Set<number>();
  for (const reading of news) {
    const before = known.get(reading.slot);
    if (!(await leave(tx, about, reading, before))) settled.add(reading.slot);
  }
  const kept = news.filter(({ slot }) => !settled.has(slot));
  await saveSlots(
    tx,
    cabinet.id,
    kept.map((reading) => changeOf(about, reading, known.get(reading.slot))),
  );
  const there = await unitsIn(tx.db, cabinet.id);
  for (const reading of kept) if (serialOf(reading) !== there.get(reading.slot)) await come(tx, about, reading);
  await noteUnits(tx, about, kept);
  if (isFull) await noteUpload(tx, about, kept);
  await tx.live({ kind: 'cabinet', id: cabinet.id, spotId: cabinet.spotId });
}

/** Newer than what is known of the slot, and not from before an eject was settled. */
function isNews(said: Said<unknown>, slot: Slot | undefined): boolean {
  if (!slot) return true;
  const position = { session: said.sessionOrdinal, seq: said.seq };
  if (!isNewer(position, { session: slot.saidOrdinal, seq: slot.saidSeq })) return false;
  return slot.settledAt === null || new Date(said.receivedAt) > slot.settledAt;
}

const serialOf = (reading: SlotReading): string | null => (reading.state === 'empty' ? null : (reading.serial ?? null));

function changeOf({ said, at }: Slots, reading: SlotReading, before: Slot | undefined): SlotChange {
  const serial = serialOf(reading);
  const isSame = before !== undefined && before.serial === serial;
  // the cabinet may think that all is well with a unit that did not come out
  const isStuck = isSame && serial !== null && before.fault === EJECT_FAULT;
  return {
    ...{ slot: reading.slot, serial, state: isStuck ? 'fault' : reading.state },
    soc: serial === null ? null : (reading.soc ?? (isSame ? before.soc : null)),
    temperatureTenths: reading.temperatureTenths ?? (isSame ? before.temperatureTenths : null),
    lock: reading.lock ?? before?.lock ?? '',
    fault: isStuck ? EJECT_FAULT : (reading.fault ?? (reading.state === 'fault' ? 'fault' : '')),
    since: isSame ? before.since : at,
    said: { ordinal: said.sessionOrdinal, seq: said.seq, at },
  };
}

/** The unit that was there is not any more. False where the slot is left as it is: somebody is just asking for its unit. */
async function leave(tx: Transaction, about: Slots, reading: SlotReading, before: Slot | undefined): Promise<boolean> {
  const { cabinet, ejects, at, books, clockSkewed } = about;
  const eject = ejects.get(reading.slot);
  const serial = before?.serial ?? null;
  if (eject && eject.state !== 'unresolved') return false;
  if (serial === null || serial === serialOf(reading)) {
    if (eject && serial !== null) await settleFailed(tx, cabinet, eject, 'STILL_THERE');
    return !(eject && serial !== null);
  }
  if (eject) {
    await settleEjected(tx, cabinet, eject, { serial, at, clockSkewed });
    return true;
  }
  const unit = await lockUnit(tx, serial);
  const wasHere = unit.cabinetId === cabinet.id && unit.slot === reading.slot;
  if (!wasHere || (unit.state !== 'in_slot' && unit.state !== 'broken')) return true;
  const place = { at, cabinetId: cabinet.id, slot: reading.slot, clockSkewed };
  const orderNo = (await books.openRentals(tx.db, [serial])).get(serial);
  if (orderNo !== undefined) await placeUnit(tx, unit, { ...place, state: 'rented', cause: 'upload', orderNo });
  else if (await hasPopped(tx, cabinet)) await placeUnit(tx, unit, { ...place, state: 'in_service', cause: 'popped' });
  else {
    await placeUnit(tx, unit, { ...place, state: 'missing', cause: 'absent' });
    await tx.publish(
      cabinetEvents.unitMissing,
      { cabinetId: cabinet.id, imei: cabinet.imei, slot: reading.slot, at: at.toISOString(), serial },
      { aggregate: cabinet.imei },
    );
  }
  return true;
}

async function hasPopped(tx: Transaction, { imei }: CabinetRow): Promise<boolean> {
  const command = await tx.db
    .selectFrom('device_command')
    .select('id')
    .where('imei', '=', imei)
    .where('cmd', '=', 'popAll')
    .where('state', 'not in', ['queued', 'expired', 'cancelled'])
    .where('issued_at', '>', new Date(tx.now().getTime() - AFTER_POP_MS))
    .limit(1)
    .executeTakeFirst();
  return command !== undefined;
}

/** A unit that was not known to be there. */
async function come(tx: Transaction, about: Slots, reading: SlotReading): Promise<void> {
  const { cabinet, at, said, clockSkewed, books } = about;
  const serial = serialOf(reading);
  if (serial === null) return;
  const unit = await lockUnit(tx, serial);
  const isThere = unit.state === 'in_slot' || unit.state === 'broken';
  if (isThere && unit.cabinetId === cabinet.id && unit.slot === reading.slot) return;
  await arrive(tx, {
    ...{ cabinet, slot: reading.slot, unit, at, soc: reading.soc ?? null, cycles: reading.cycles, books },
    ...{ source: 'upload', deviceAt: said.deviceAt, clockSkewed },
  });
}

/** Charge and faults of the units that are there. */
async function noteUnits(tx: Transaction, { cabinet, at }: Slots, readings: readonly SlotReading[]): Promise<void> {
  const there = readings.flatMap((reading) => {
    const serial = serialOf(reading);
    return serial === null ? [] : [{ ...reading, serial }];
  });
  await seeUnits(
    tx,
    there.map(({ serial, soc = null, cycles = null }) => ({ serial, soc, cycles })),
    at,
  );
  for (const { serial, slot, soc, fault } of there) {
    const about = { serial, cabinetId: cabinet.id, slot };
    if (soc !== undefined && soc < LOW_SOC) await openNotice(tx, { ...about, kind: 'low', detail: `${soc} %` });
    if (fault !== undefined) await openNotice(tx, { ...about, kind: 'fault', detail: fault });
  }
  const charged = there.filter(({ soc }) => soc !== undefined && soc >= LOW_SOC).map(({ serial }) => serial);
  const sound = there.filter(({ fault }) => fault === undefined).map(({ serial }) => serial);
  await closeNotices(tx, charged, ['low']);
  await closeNotices(tx, sound, ['fault']);
}

async function noteUpload(tx: Transaction, { cabinet, said }: Slots, readings: readonly SlotReading[]): Promise<void> {
  const highest = Math.max(cabinet.capacity, ...readings.map(({ slot }) => slot));
  await tx.db
    .updateTable('cabinet')
    .set({ uploaded_at: new Date(said.receivedAt), capacity: highest })
    .where('id', '=', cabinet.id)
    .execute();
  await tx.publish(
    cabinetEvents.uploaded,
    {
      ...{ cabinetId: cabinet.id, imei: cabinet.imei, at: said.receivedAt },
      units: readings.flatMap((reading) => {
        const serial = serialOf(reading);
        return serial === null ? [] : [{ slot: reading.slot, serial, soc: reading.soc ?? null }];
      }),
    },
    { aggregate: cabinet.imei },
  );
}
