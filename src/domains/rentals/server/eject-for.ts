import { releaseSlot, reserveSlot, sendEject } from '#domains/cabinets/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { NotLent } from '../contract/codes.ts';
import { performMove } from './move-rental.ts';
import { letGo } from './rental-money.ts';
import { type Rental, recordRentalEvent, updateRental } from './rental-store.ts';

/** A customer who paid minutes later is not there any more: a unit would come out for nobody. */
const MOST_WAIT_MS = 5 * 60_000;
/** The best slot, and the next best one once (practice 9). */
const MOST_EJECTS = 2;

/**
 * Asks the cabinet for a unit once the money is held: the best slot of this moment, but none that has failed for this order. Where
 * nothing can come out, all is cancelled and the customer is told why.
 */
export async function ejectFor(tx: Transaction, rental: Rental, tried: readonly number[] = []): Promise<Rental> {
  if (tx.now().getTime() - rental.createdAt.getTime() > MOST_WAIT_MS)
    return cancelRental(tx, rental, 'payment-expired');
  if (rental.ejects >= MOST_EJECTS) return cancelRental(tx, rental, 'nothing-ejected');
  const { orderNo } = rental;
  const { cabinetId } = rental.from;
  try {
    await releaseSlot(tx, orderNo);
    const { slot, serial } = await reserveSlot(tx, { cabinetId, orderNo, but: tried });
    await sendEject(tx, { cabinetId, slot, serial, orderNo });
    const change = { slot, serial, ejects: rental.ejects + 1, askedAt: tx.now() };
    const detail = { slot, serial };
    const asked = await performMove(tx, rental, 'held', { what: 'eject', source: 'system', change, detail });
    if (asked) return asked;
    const again = await updateRental(tx, rental, change);
    await recordRentalEvent(tx, again, { what: 'eject', source: 'system', detail });
    return again;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isNone = error.code === 'cabinet.nothing-to-lend';
    const because = rental.ejects > 0 ? 'nothing-ejected' : isNone ? 'no-unit' : 'cabinet-offline';
    return cancelRental(tx, rental, because, { because: error.code });
  }
}

/** Nothing comes out: the slot is free again, the hold goes back at once, and nothing is paid (practice 8.4). */
export async function cancelRental(
  tx: Transaction,
  rental: Rental,
  notLent: NotLent,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<Rental> {
  const after = await performMove(tx, rental, 'notLent', {
    ...{ what: 'not-lent', source: 'system', detail: { ...detail, why: notLent } },
    change: { notLent, endedAt: tx.now() },
  });
  if (!after) return rental;
  await releaseSlot(tx, rental.orderNo);
  await letGo(tx, rental.orderNo);
  return after;
}
