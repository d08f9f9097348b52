import { isNewer } from '#domains/devices/rules/message-order.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { cabinetEvents } from '../contract/events.ts';
import type { SlotReading } from '../contract/messages.ts';
import { happenedAt, isClockOff } from '../rules/event-time.ts';
import { EJECT_FAULT, grownCapacity, LOW_SOC } from '../rules/slots.ts';
import { arrive, type Said, timesOf } from './apply-report.ts';
import { type CabinetRow, lockCabinet } from './cabinet-store.ts';
import { type Eject, lockOpenEjects, settleEjected, settleFailed } from './eject.ts';
import { leaveSlot } from './leave-slot.ts';
import { closeNotices, isSettled, openNotice } from './notice-store.ts';
import type { RentalBooks } from './rental-book.ts';
import { lockSlots, type Slot, type SlotChange, saveSlots } from './slot-store.ts';
import { lockUnit, seeUnits, type UnitInSlot, unitsIn } from './unit-store.ts';

interface Slots {
  readonly said: Said<unknown>;
  readonly cabinet: CabinetRow;
  readonly at: Date;
  readonly clockSkewed: boolean;
  readonly ejects: ReadonlyMap<number, Eject>;
  /** That were in the cabinet before. */
  readonly units: readonly UnitInSlot[];
  readonly books: RentalBooks;
}

/**
 * What a cabinet says of its slots, all or one of them: the truth (practice 9). Nothing lies in a slot that a full upload does not name. A
 * unit that is there while it was lent came back and its event was lost; one that is gone without an order is missing; an eject without
 * an answer is settled.
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
  const ejects = await lockOpenEjects(tx.db, cabinet.id);
  const units = await unitsIn(tx.db, cabinet.id);
  const about = { said, cabinet, at: happenedAt(times), clockSkewed: isClockOff(times), books, ejects, units };
  const unnamed = isFull ? unnamedSlots(readings, [...known.values(), ...units]) : [];
  // each slot once; what is said later in a message counts
  const heard = [...new Map([...readings, ...unnamed].map((reading) => [reading.slot, reading])).values()].filter(
    ({ slot }) => isNews(said, known.get(slot)) && !isBeingAsked(ejects.get(slot)),
  );
  const doubled = doublesIn(heard, units);
  const news = heard
    .map((reading) => (doubled.has(reading) ? { ...reading, serial: null } : reading))
    .toSorted((one, other) => one.slot - other.slot);
  // who left is known before who came; a unit that was put into another slot has not left
  const shown = new Set(news.flatMap((reading) => serialOf(reading)?.toLowerCase() ?? []));
  const kept: SlotReading[] = [];
  for (const reading of news) if (await leave(tx, about, reading, shown)) kept.push(reading);
  await saveSlots(
    tx,
    cabinet.id,
    kept.map((reading) => changeOf(about, reading, known.get(reading.slot))),
  );
  const there = new Set(units.map(({ slot, serial }) => `${slot} ${serial}`));
  for (const reading of kept) if (!there.has(`${reading.slot} ${serialOf(reading)}`)) await come(tx, about, reading);
  await noteUnits(tx, about, kept);
  for (const reading of doubled) await tellDouble(tx, about, reading, known.get(reading.slot));
  const named = kept.filter((reading) => !unnamed.includes(reading));
  if (isFull) await noteUpload(tx, about, named);
  await tx.live({ kind: 'cabinet', id: cabinet.id, spotId: cabinet.spotId });
}

/** A full upload names all slots: in others that are known nothing lies any more. */
const unnamedSlots = (readings: readonly SlotReading[], known: readonly { readonly slot: number }[]): SlotReading[] => {
  const named = new Set(readings.map(({ slot }) => slot));
  const others = new Set(known.map(({ slot }) => slot)).difference(named);
  return [...others].map((slot) => ({ slot, state: 'empty', serial: null }));
};

/**
 * A unit lies in one slot only: where it was, else in the one that is named last. What lies in the others that name it nobody knows.
 */
function doublesIn(readings: readonly SlotReading[], units: readonly UnitInSlot[]): ReadonlySet<SlotReading> {
  const bySerial = Map.groupBy(readings, (reading) => serialOf(reading)?.toLowerCase());
  const before = new Map(units.map(({ serial, slot }) => [serial.toLowerCase(), slot]));
  const doubles = [...bySerial].flatMap(([serial, named]) => {
    if (serial === undefined) return [];
    const itself = named.find(({ slot }) => slot === before.get(serial)) ?? named.at(-1);
    return named.filter((reading) => reading !== itself);
  });
  return new Set(doubles);
}

/** Somebody is just asking for its unit: what becomes of it is said by the answer. */
const isBeingAsked = (eject: Eject | undefined): boolean => eject !== undefined && eject.state !== 'unresolved';

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

/**
 * What is open about the slot is settled, and the units that were there and that nothing shows any more are gone. False where the slot is
 * left as it is: its unit did not come out.
 */
async function leave(
  tx: Transaction,
  about: Slots,
  reading: SlotReading,
  shown: ReadonlySet<string>,
): Promise<boolean> {
  const { cabinet, ejects, units, at, clockSkewed } = about;
  const eject = ejects.get(reading.slot);
  if (eject && isStillThere(eject, reading)) {
    await settleFailed(tx, cabinet, eject, 'STILL_THERE');
    return false;
  }
  if (eject) await settleEjected(tx, cabinet, eject, { serial: eject.serial, at, clockSkewed });
  for (const unit of units)
    if (unit.slot === reading.slot && !shown.has(unit.serial.toLowerCase())) await leaveSlot(tx, about, unit);
  return true;
}

/** The unit that was asked for; whatever it is where none was named. */
const isStillThere = (eject: Eject, reading: SlotReading): boolean =>
  eject.serial === null ? reading.state !== 'empty' : serialOf(reading) === eject.serial;

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

/** The other slot that names a unit: somebody must look which of them has it. Who has looked is not asked again by each upload. */
async function tellDouble(
  tx: Transaction,
  { cabinet }: Slots,
  reading: SlotReading,
  before: Slot | undefined,
): Promise<void> {
  const { serial } = await lockUnit(tx, serialOf(reading) ?? '');
  const notice = { serial, kind: 'contradiction', cabinetId: cabinet.id, slot: reading.slot } as const;
  const wasUnclear = before !== undefined && before.state !== 'empty' && before.serial === null;
  if (wasUnclear && (await isSettled(tx, notice, cabinet.uploadedAt))) return;
  await openNotice(tx, notice);
}

async function noteUpload(tx: Transaction, { cabinet, said }: Slots, readings: readonly SlotReading[]): Promise<void> {
  const capacity = grownCapacity(
    cabinet.capacity,
    readings.map(({ slot }) => slot),
  );
  await tx.db
    .updateTable('cabinet')
    .set({ uploaded_at: new Date(said.receivedAt), capacity })
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
