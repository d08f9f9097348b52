import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { cameBack } from '#domains/cabinets/server/index.ts';
import { lastMinute } from '#domains/fee-plans/rules/rental-fee.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { RentalStatus } from '../contract/codes.ts';
import { rentalEvents } from '../contract/events.ts';
import { isRentalNo } from '../contract/rental-no.ts';
import { cancelRental, ejectFor } from './eject-for.ts';
import { dateReturn, takeBack } from './end-rental.ts';
import { factOf, flagRental, performMove } from './move-rental.ts';
import { lockRental, lockRentalOf, type Rental, recordRentalEvent } from './rental-store.ts';

/** So long after it was asked a customer is not waiting any more: the next slot is not tried. */
const STILL_THERE_MS = 2 * 60_000;

/** From the moment that the cabinet is known to have released the unit, the rental runs (practice 8.2). */
const onEjected = subscribe(cabinetEvents.unitEjected, 'rentals.ejected', async (tx, event) => {
  if (event.orderNo === null || !isRentalNo(event.orderNo)) return;
  const rental = await lockRental(tx.db, event.orderNo);
  if (!rental) return;
  const { serial, slot } = event;
  if (rental.state.step === 'out' || rental.state.step === 'over') {
    // the same fact once more, or a second unit for one order
    if (rental.serial !== serial) await contradict(tx, rental, 'second-unit', { serial, slot });
    return;
  }
  const isLate = rental.state.step === 'cancelled';
  const startedAt = new Date(event.at);
  const last = lastMinute(rental.plan);
  const out = await performMove(tx, rental, 'ejected', {
    ...{ what: 'ejected', source: 'cabinet', actor: event.imei, detail: { serial, slot } },
    change: {
      ...{ serial, slot, startedAt },
      // a customer who was told that he pays nothing buys nothing
      purchaseAt: last === null || isLate ? null : new Date(startedAt.getTime() + last * 60_000),
    },
  });
  if (!out) return;
  await tx.publish(rentalEvents.started, { ...factOf(tx, out), serial }, { aggregate: out.orderNo });
  if (isLate) await flagRental(tx, out, 'late-eject', { serial, slot });
  else if (event.expectedSerial !== null && event.expectedSerial !== serial)
    await flagRental(tx, out, 'other-unit', { serial, expected: event.expectedSerial });
  // another cabinet's facts do not wait for those of this one: what it said was of a rental that had not begun
  const back = await cameBack(tx.db, serial, out.orderNo);
  if (!back || back.cabinetId === event.cabinetId) return;
  const at = back.at.toISOString();
  await takeBack(tx, { ...back, serial, at, deviceAt: at, orderNo: out.orderNo });
});

/** The next best slot once, then all is cancelled (practice 9). */
const onEjectFailed = subscribe(cabinetEvents.ejectFailed, 'rentals.eject-failed', async (tx, event) => {
  if (event.orderNo === null || !isRentalNo(event.orderNo)) return;
  const rental = await lockRental(tx.db, event.orderNo);
  // one that speaks of a slot before this one was heard already
  if (rental?.state.step !== 'ejecting' || rental.from.slot !== event.slot) return;
  const { slot, code } = event;
  await recordRentalEvent(tx, rental, {
    ...{ what: 'eject-failed', source: 'cabinet', actor: event.imei, detail: { slot, code } },
  });
  const waited = tx.now().getTime() - (rental.askedAt ?? rental.createdAt).getTime();
  if (rental.state.status === RentalStatus.timeout || waited > STILL_THERE_MS)
    await cancelRental(tx, rental, 'nothing-ejected', { code });
  else await ejectFor(tx, rental, [slot]);
});

/** Nobody knows: the hold stays, and the ten-minute rule follows (practice 8.5). */
const onEjectUnresolved = subscribe(cabinetEvents.ejectUnresolved, 'rentals.eject-unresolved', async (tx, event) => {
  if (event.orderNo === null || !isRentalNo(event.orderNo)) return;
  const rental = await lockRental(tx.db, event.orderNo);
  if (rental?.state.step !== 'ejecting') return;
  await recordRentalEvent(tx, rental, { what: 'eject-unresolved', source: 'cabinet', actor: event.imei });
});

/** Any cabinet of the tenant takes a unit back (practice 9). */
const onReturned = subscribe(cabinetEvents.unitReturned, 'rentals.returned', (tx, event) => takeBack(tx, event));

/** What an upload had ended, or staff before it, its cabinet tells the time of. */
const onReturnDated = subscribe(cabinetEvents.returnDated, 'rentals.return-dated', (tx, event) =>
  dateReturn(tx, event),
);

const onContradiction = subscribe(cabinetEvents.contradiction, 'rentals.contradiction', async (tx, event) => {
  const rental = await lockRentalOf(tx.db, event.serial);
  if (rental) await contradict(tx, rental, 'two-places', { serial: event.serial, slot: event.slot, imei: event.imei });
});

async function contradict(
  tx: Parameters<typeof performMove>[0],
  rental: Rental,
  flag: 'second-unit' | 'two-places',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const moved = await performMove(tx, rental, 'contradicted', { what: 'contradicted', source: 'cabinet', detail });
  await flagRental(tx, moved ?? rental, flag, detail);
}

export const cabinetReports = [onEjected, onEjectFailed, onEjectUnresolved, onReturned, onReturnDated, onContradiction];
