import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { rentalPage } from '../contract/addresses.ts';
import type { RentalFlag } from '../contract/codes.ts';
import { rentalEvents } from '../contract/events.ts';
import { rentalReviewNotice } from '../contract/notices.ts';
import { moveRental, type RentalMove } from '../rules/rental-moves.ts';
import { type HappenedTo, type Rental, type RentalChange, recordRentalEvent, updateRental } from './rental-store.ts';

/** Performs a move that the table allows, with what is written beside it; undefined where it is not allowed (practice 8.5). */
export async function performMove(
  tx: Transaction,
  rental: Rental,
  move: RentalMove,
  happened: HappenedTo & { readonly change?: RentalChange },
): Promise<Rental | undefined> {
  const decision = moveRental(rental.state, move);
  if (!decision.allowed) return undefined;
  const { change, ...event } = happened;
  const after = await updateRental(tx, rental, { ...change, state: decision.state });
  await recordRentalEvent(tx, after, event);
  return after;
}

/** Marks a rental for people to look at, once for each reason. */
export async function flagRental(
  tx: Transaction,
  rental: Rental,
  flag: RentalFlag,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<Rental> {
  if (rental.flags.includes(flag)) return rental;
  const after = await updateRental(tx, rental, { flags: [...rental.flags, flag], review: true });
  await recordRentalEvent(tx, after, { what: `flag.${flag}`, source: 'system', detail });
  await notify(tx, rentalReviewNotice, {
    to: { permission: 'rental:view', spotId: rental.from.spotId },
    params: { orderNo: rental.orderNo, flag },
    path: rentalPage(rental.orderNo),
    key: reviewKey(rental.orderNo),
  });
  return after;
}

const reviewKey = (orderNo: string): string => `rental-review/${orderNo}`;

export async function reviewDone(tx: Transaction, rental: Rental, note: string): Promise<void> {
  const after = await updateRental(tx, rental, { review: false });
  await recordRentalEvent(tx, after, { what: 'reviewed', source: 'staff', detail: { note } });
  await settleNotice(tx, reviewKey(rental.orderNo));
}

export const factOf = (tx: Transaction, rental: Rental) => ({
  ...{ orderNo: rental.orderNo, spotId: rental.from.spotId, customerId: rental.customerId },
  ...{ clientKeyId: rental.clientKeyId, at: tx.now().toISOString(), sandbox: rental.isSandbox },
});

/** The fee is paid: the last status of a rental. */
export async function markPaid(tx: Transaction, rental: Rental): Promise<Rental> {
  const paid = await performMove(tx, rental, 'paid', {
    what: 'paid',
    source: 'system',
    detail: { amountMinor: rental.feeMinor ?? 0 },
  });
  if (!paid) return rental;
  await tx.publish(
    rentalEvents.paid,
    {
      ...factOf(tx, paid),
      ...{ status: paid.state.status, feeMinor: paid.feeMinor ?? 0, currency: paid.currency },
    },
    { aggregate: paid.orderNo },
  );
  return paid;
}
