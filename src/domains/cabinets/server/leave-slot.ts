import type { Transaction } from '#platform/database/server/transaction.ts';
import { cabinetEvents } from '../contract/events.ts';
import type { CabinetRow } from './cabinet-store.ts';
import type { Eject } from './eject.ts';
import type { RentalBooks } from './rental-book.ts';
import { lockUnit, placeUnit, type UnitInSlot, unitsIn } from './unit-store.ts';

/** A unit that is gone so soon after all were ejected was one of them, though its event is lost. Milliseconds. */
const AFTER_POP_MS = 15 * 60_000;

interface Seen {
  readonly cabinet: CabinetRow;
  readonly at: Date;
  readonly clockSkewed: boolean;
  readonly books: RentalBooks;
}

/** A unit is not in its slot any more, and no eject has said so: its order has it, staff do, or nobody knows. */
export async function leaveSlot(tx: Transaction, seen: Seen, { serial, slot }: UnitInSlot): Promise<void> {
  const { cabinet, at, clockSkewed, books } = seen;
  const unit = await lockUnit(tx, serial);
  const wasHere = unit.cabinetId === cabinet.id && unit.slot === slot;
  if (!wasHere || (unit.state !== 'in_slot' && unit.state !== 'broken')) return;
  const place = { at, cabinetId: cabinet.id, slot, clockSkewed };
  const orderNo = (await books.openRentals(tx.db, [serial])).get(serial);
  if (orderNo !== undefined) await placeUnit(tx, unit, { ...place, state: 'rented', cause: 'upload', orderNo });
  else if (await hasPopped(tx, cabinet)) await placeUnit(tx, unit, { ...place, state: 'in_service', cause: 'popped' });
  else {
    await placeUnit(tx, unit, { ...place, state: 'missing', cause: 'absent' });
    await tx.publish(
      cabinetEvents.unitMissing,
      { cabinetId: cabinet.id, imei: cabinet.imei, slot, at: at.toISOString(), serial },
      { aggregate: cabinet.imei },
    );
  }
}

/** Only one unit can have been in a slot: others that were thought to be there are gone, but the one that is just being ejected. */
export async function leaveToOne(
  tx: Transaction,
  seen: Seen,
  { slot, serial, eject }: UnitInSlot & { readonly eject: Eject | undefined },
): Promise<void> {
  for (const unit of await unitsIn(tx.db, seen.cabinet.id)) {
    const isOther = unit.slot === slot && unit.serial !== serial && unit.serial !== eject?.serial;
    if (isOther) await leaveSlot(tx, seen, unit);
  }
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
