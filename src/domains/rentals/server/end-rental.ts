import type * as z from 'zod';
import type { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { setUnitState } from '#domains/cabinets/server/index.ts';
import { refundableOnReturn } from '#domains/fee-plans/rules/rental-fee.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { EndedBy } from '../contract/codes.ts';
import { elapsedSeconds, taxWithin } from '../rules/rental-money.ts';
import type { RentalMove } from '../rules/rental-moves.ts';
import { ENDING_KINDS } from '../rules/repair.ts';
import { feeAt } from './fee-at.ts';
import { findCabinetById } from './lending-cabinets.ts';
import { flagRental, performMove } from './move-rental.ts';
import { noteLostReturn, noteToldLate, repairDecided } from './propose-repair.ts';
import { collect } from './rental-money.ts';
import {
  lockEndedWith,
  lockEndedWithout,
  lockRental,
  lockRentalOf,
  type Rental,
  type RentalChange,
  recordRentalEvent,
  updateRental,
} from './rental-store.ts';
import { letRepairsGo } from './repair-store.ts';

export interface Ending {
  readonly move: Extract<RentalMove, 'returned' | 'bought' | 'endedByStaff'>;
  readonly at: Date;
  readonly by: EndedBy;
  readonly source: 'cabinet' | 'staff' | 'system';
  readonly actor?: string;
  readonly reason?: string;
  readonly change?: RentalChange;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The fee is fixed by the plan that the order kept, and its money is asked for (practice 8.4). */
export async function endRental(tx: Transaction, rental: Rental, ending: Ending): Promise<Rental | undefined> {
  const { elapsed, fee } = feeAt(rental, ending.at);
  const ended = await performMove(tx, rental, ending.move, {
    ...{ what: ending.move, source: ending.source, actor: ending.actor ?? tx.actor.name },
    detail: { ...ending.detail, elapsedSeconds: elapsed, feeMinor: fee.feeMinor },
    change: {
      ...ending.change,
      ...(fee.ended ? { kind: 'repurchase' } : {}),
      ...{ feeMinor: fee.feeMinor, taxMinor: taxWithin(fee.feeMinor, rental.taxRate), endedAt: ending.at },
      ...{ endedBy: ending.by, endReason: ending.reason ?? '' },
      endedByName: ending.by === 'staff' ? tx.actor.name : '',
    },
  });
  if (!ended) return undefined;
  // what would have ended it has nothing to say any more
  if ((await letRepairsGo(tx, ended.orderNo, ENDING_KINDS)) > 0) await repairDecided(tx, ended.orderNo);
  await markUnit(tx, ended);
  return collect(tx, ended);
}

/** A unit that did not come back is the customer's now, or nobody knows where it is. */
async function markUnit(
  tx: Transaction,
  { serial, kind, endedBy, startedAt, orderNo, endReason }: Rental,
): Promise<void> {
  if (serial === null || startedAt === null) return;
  if (kind === 'repurchase') await setUnitState(tx, { serial, state: 'sold', orderNo });
  else if (endedBy === 'staff') await setUnitState(tx, { serial, state: 'missing', orderNo, reason: endReason });
}

type Returned = z.output<(typeof cabinetEvents.unitReturned)['payload']>;

/**
 * A unit is in a slot again. The rental that has it ends, wherever it began; a full upload that shows a unit whose return was lost
 * ends it at the time of that upload, for people to look at (practice 9).
 */
export async function takeBack(tx: Transaction, event: Returned): Promise<void> {
  const { serial } = event;
  const named = event.orderNo === null ? undefined : await lockRental(tx.db, event.orderNo);
  const isNamed = named?.serial === serial && (named.state.step === 'out' || named.state.step === 'ejecting');
  const rental = isNamed ? named : await lockRentalOf(tx.db, serial);
  const at = new Date(event.at);
  if (!rental) {
    const bought = await lockEndedWithout(tx.db, serial);
    if (bought) await takeBackLate(tx, bought, event, at);
    return;
  }
  // the unit never left: its eject is settled as failed by the cabinet's own slice
  if (rental.startedAt === null && rental.state.status === 0) return;
  const ended = await endReturned(
    tx,
    rental,
    { ...event, at },
    { by: event.source === 'upload' ? 'upload' : 'return', source: 'cabinet', actor: event.imei },
  );
  if (!ended) return;
  await flagReturn(tx, ended, event);
  if (event.source === 'upload') await noteLostReturn(tx, rental, ended, event);
}

interface BackAt {
  readonly serial: string;
  readonly slot: number;
  readonly cabinetId: string;
  readonly imei: string;
  readonly deviceAt: string;
  readonly at: Date;
}

/** What is known of a return when its rental is over. */
type Late = Pick<BackAt, 'serial' | 'slot' | 'cabinetId' | 'imei'> & Partial<Pick<Returned, 'soc' | 'clockSkewed'>>;

/** A return may be told by a clock that is behind the one that told of the eject. */
const notBeforeStart = ({ startedAt }: Rental, at: Date): Date =>
  startedAt !== null && at < startedAt ? startedAt : at;

/** An open rental ends by its unit's return then; one that its plan had sold by then is a purchase that came back late. */
export async function endReturned(
  tx: Transaction,
  rental: Rental,
  event: BackAt,
  said: Pick<Ending, 'by' | 'source' | 'actor'>,
): Promise<Rental | undefined> {
  const { serial, slot, imei, deviceAt } = event;
  const at = notBeforeStart(rental, event.at);
  const sold = feeAt(rental, at).fee.ended ? await buy(tx, rental, at) : undefined;
  if (sold) return takeBackLate(tx, sold, event, at);
  return endRental(tx, rental, {
    ...{ move: 'returned', at, ...said },
    change: { returnedAt: at, to: await placeOf(tx, event) },
    detail: { serial, slot, imei, deviceAt },
  });
}

async function flagReturn(tx: Transaction, rental: Rental, event: Returned): Promise<void> {
  const lost = event.source === 'upload' ? await flagRental(tx, rental, 'return-lost', { slot: event.slot }) : rental;
  if (event.clockSkewed) await flagRental(tx, lost, 'clock-wrong', { deviceAt: event.deviceAt, at: event.at });
}

/** The unit was not returned in time: the plan sells it (practice 8.4). */
export const buy = (tx: Transaction, rental: Rental, at: Date): Promise<Rental | undefined> =>
  endRental(tx, rental, { move: 'bought', at, by: 'system', source: 'system' });

/** A unit that was bought, or whose rental staff ended, came back: what may be given back is for staff to say (practice 8.4). */
async function takeBackLate(tx: Transaction, rental: Rental, event: Late, told: Date): Promise<Rental> {
  const at = notBeforeStart(rental, told);
  const isBought = rental.kind === 'repurchase';
  const lateRefundMinor = isBought ? Math.min(owedBack(rental, at), (rental.feeMinor ?? 0) - rental.refundedMinor) : 0;
  const after = await noteLate(tx, rental, event, { at, lateRefundMinor });
  if (!isBought) await noteToldLate(tx, after, event, at);
  return after;
}

/** An upload had shown the unit of a rental that is over; its cabinet tells that it came back before that. */
export async function dateReturn(tx: Transaction, event: Returned): Promise<void> {
  const rental = await lockEndedWith(tx.db, event);
  if (!rental?.startedAt || !rental.returnedAt) return;
  const at = notBeforeStart(rental, new Date(event.at));
  if (at >= rental.returnedAt) return;
  const owed = rental.kind === 'repurchase' ? owedBack(rental, at) - rental.refundedMinor : 0;
  const after = await noteLate(tx, rental, event, { at, lateRefundMinor: Math.max(rental.lateRefundMinor, owed) });
  if (rental.kind !== 'repurchase') await noteToldLate(tx, after, event, at);
}

/** Of the price of a unit that came back then: more than its fee, or all that is more than it where it came back before it was sold. */
function owedBack(rental: Rental, at: Date): number {
  const { elapsed, fee } = feeAt(rental, at);
  return fee.ended ? refundableOnReturn(rental.plan, elapsed) : Math.max(0, (rental.feeMinor ?? 0) - fee.feeMinor);
}

async function noteLate(
  tx: Transaction,
  rental: Rental,
  event: Late,
  { at, lateRefundMinor }: { readonly at: Date; readonly lateRefundMinor: number },
): Promise<Rental> {
  const after = await updateRental(tx, rental, {
    ...{ returnedAt: at, to: await placeOf(tx, event), lateRefundMinor },
    ...(lateRefundMinor > 0 ? { review: true } : {}),
  });
  const { serial, slot, imei } = event;
  const elapsed = rental.startedAt === null ? 0 : elapsedSeconds(rental.startedAt, at);
  await recordRentalEvent(tx, after, {
    ...{ what: 'returned-late', source: 'cabinet', actor: imei },
    detail: { serial, slot, imei, elapsedSeconds: elapsed, refundableMinor: lateRefundMinor },
  });
  return after;
}

async function placeOf(tx: Transaction, event: Pick<BackAt, 'slot' | 'cabinetId' | 'imei'>) {
  const cabinet = await findCabinetById(tx.db, event.cabinetId);
  return {
    ...{ cabinetId: event.cabinetId, imei: event.imei, name: cabinet?.name ?? '', spotId: cabinet?.spotId ?? null },
    slot: event.slot,
  };
}
